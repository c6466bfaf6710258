# Killed in the middle of a generation, again at the next evaluation, again later: each time the run
# goes on as if nothing had happened. Only evaluations under way are made again.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --max-evals 40 --quiet --json"
run_alone whole $settings -- ./sim {x}
fresh
for n in 1 9 20 21; do at $n 'kill -9 $PPID; exec sleep 60'; done
quietly "$NES" run $settings --out cut -- ./sim {x}
for part in 1 2 3 4; do quietly "$NES" resume cut --json; done
same whole cut
same_result whole.json said
wc -l <calls
