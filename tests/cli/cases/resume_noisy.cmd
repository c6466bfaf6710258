# On a problem with noise the target is judged on exact values, also in later parts of the run.
. "$CASES/interrupted.sh"
settings="--problem bbob_noisy_f105_i1_d2 --seed 3 --quiet --json"
run_alone whole $settings --precision 1e-3 --max-evals 5000
quietly "$NES" run $settings --precision 1 --max-evals 5000 --out run
cp said first.json
quietly "$NES" resume run --json
same_result first.json said
quietly "$NES" resume run --json --target 149.151
same_result whole.json said
quietly "$NES" resume run --json
same_result whole.json said
grep -o '"stop":"[a-z]*"' said
