# Run k is `nes run` with the seed k, or with --seed s the seed s + k - 1.
"$NES" compare --methods snes,xnes:popsize=20:sigma=0.3 --problems rosenbrock_d4 --runs 3 --max-evals 400 \
    --seed 5 --quiet >/dev/null || exit
best() { "$NES" run --problem rosenbrock_d4 --max-evals 400 --seed 7 --json "$@" | sed 's/.*"best_f":\([^,]*\),.*/\1/'; }
grep '^rosenbrock_d4,snes,3,' compare/runs.csv | cut -d, -f4,5 | sed 's/^400,//' >there
best --method snes >here; cmp here there
grep '^rosenbrock_d4,xnes:popsize=20:sigma=0.3,3,' compare/runs.csv | cut -d, -f4,5 | sed 's/^400,//' >there
best --method xnes --popsize 20 --sigma 0.3 >here; cmp here there
