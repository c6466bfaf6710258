# A run with a model that is killed in the middle of portions of a generation goes on as if nothing had
# happened; so does one of several jobs, whose values come in any order.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --model on --batch 3 --max-evals 24 --quiet --json"
run_alone whole $settings -- ./sim {x}
fresh
for n in 2 5 8 11 16; do at $n 'kill -9 $PPID; exec sleep 60'; done
quietly "$NES" run $settings --out run -- ./sim {x}
for part in 1 2 3 4 5; do quietly "$NES" resume run --json; done
same_result whole.json said
same whole run
fresh
quietly "$NES" run $settings --jobs 3 --out jobs -- ./sim {x}
same_result whole.json said
grep -o '"modelled":[1-9]' said
"$NES" run --problem sphere --dim 3 --seed 1 --max-evals 40 --precision 1e-6 --quiet | grep -o -e '^  modelled  *[1-9]' -e 'model off: none'
