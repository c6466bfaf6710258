# The table of a run that was interrupted, went on and ended has its whole course, as `nes plot` has.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --max-evals 31 --quiet --json"
run_alone whole $settings --history whole.csv -- ./sim {x}
fresh
at 9 'kill -INT $PPID'
at 20 'kill -TERM $PPID; exec sleep 60'
quietly "$NES" run $settings --history first.csv --out cut -- ./sim {x}
quietly "$NES" resume cut --json
quietly "$NES" resume cut --json --history last.csv
quietly "$NES" resume cut --json --history again.csv
wc -l <whole.csv
wc -l <first.csv
for table in last again; do cmp whole.csv $table.csv && echo same; done
