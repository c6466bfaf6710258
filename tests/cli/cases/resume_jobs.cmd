# Several evaluations at a time, another number of them after each kill: the run is the same, and at
# most those under way are made again.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --max-evals 40 --quiet --json"
run_alone whole $settings -- ./sim {x}
fresh
for id in 8 23; do echo 'kill -9 $PPID; exec sleep 60' >id.$id; done
quietly "$NES" run $settings --jobs 3 --out cut -- ./sim {x}
quietly "$NES" resume cut --json --jobs 2
quietly "$NES" resume cut --json --jobs 4
same whole cut
same_result whole.json said
[ "$(wc -l <calls)" -le 45 ] && echo few
