# Orders that came too late for a run do not end the next part of it.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --quiet --json"
at 19 '"$NES" ctl run pause; "$NES" ctl run stop; "$NES" ctl run set max_evals=9'
quietly "$NES" run $settings --max-evals 19 --out run -- ./sim {x}
quietly "$NES" resume run --json --max-evals 40
grep -o '"stop":"[a-z_]*"\|"evaluations":[0-9]*' said
