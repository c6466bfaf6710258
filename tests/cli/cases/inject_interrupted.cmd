# Ctrl-C among the known points: they are finished, and nothing else is begun. SIGTERM ends at once.
. "$CASES/interrupted.sh"
settings="--dim 2 --sigma 1 --seed 7 --popsize 6 --max-evals 30 --quiet --json"
printf '1 2\n5 6\n7 8\n' >points
run_alone whole $settings --inject points -- ./sim {x}
for signal in INT TERM; do
    fresh
    at 2 "kill -$signal \$PPID; [ $signal = INT ] || exec sleep 60"
    quietly "$NES" run $settings --inject points --out cut$signal -- ./sim {x}
    cat said
    wc -l <calls
    "$NES" show cut$signal --json | grep -o '"status":"[a-z]*"'
    quietly "$NES" resume cut$signal --json
    same_result whole.json said
    same whole cut$signal
    wc -l <calls
done
