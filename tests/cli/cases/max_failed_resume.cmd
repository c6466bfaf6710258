# A run that had too many failures goes on with a larger limit, and with a program that works.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --max-evals 30 --quiet --json"
events() { for n in 3 5 9 10; do at $n 'echo no mesh >&2; exit 3'; done; }
events
run_alone whole $settings --max-failed 9 -- ./sim {x}
fresh
events
quietly "$NES" run $settings --max-failed 2 --out run -- ./sim {x}
grep -o '"failed":[0-9]*\|"stop":"[a-z_]*"' said
quietly "$NES" resume run --json
wc -l <calls
quietly "$NES" resume run --json --max-failed 9
same_result whole.json said
wc -l <calls
