# SIGTERM and SIGHUP end the run at once, SIGINT after the generation; a resume goes on either way.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --max-evals 30 --quiet --json"
run_alone whole $settings -- ./sim {x}
for signal in TERM HUP INT; do
    fresh
    at 9 "kill -$signal \$PPID; [ $signal = INT ] || exec sleep 60"
    quietly "$NES" run $settings --out cut$signal -- ./sim {x}
    grep -c 'finishing this generation' said
    "$NES" show cut$signal --json | grep -o '"status":"[a-z]*"\|"evaluations":[0-9]*'
    wc -l <calls
    quietly "$NES" resume cut$signal --json
    same_result whole.json said
    same whole cut$signal
    wc -l <calls
done
