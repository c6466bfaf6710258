# A run that has ended goes on with a new budget or target, and is then the run that had it from the
# start. Without anything new it stays ended, and evaluates nothing.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --quiet --json"
run_alone whole $settings --max-evals 43 -- ./sim {x}
fresh
quietly "$NES" run $settings --max-evals 19 --out run -- ./sim {x}
for more in '' '--max-evals 10' '--max-evals 19 --max-gens 3' '--method xnes' '--popsize 8' '--max-evals none'; do
    quietly "$NES" resume run --quiet --json $more
    grep '^nes:' said
done
wc -l <calls
quietly "$NES" resume run --json --max-gens off --max-evals 43
same_result whole.json said
same whole run
wc -l <calls
quietly "$NES" resume run --json --target 0.5
grep -o '"stop":"[a-z]*"' said
wc -l <calls
quietly "$NES" resume run --json --target 1e-6 --max-evals 50
grep -o '"stop":"[a-z_]*"\|"evaluations":[0-9]*' said
