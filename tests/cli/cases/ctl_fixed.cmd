# Options that cannot change within a run are refused at once; those that can are confirmed.
. "$CASES/interrupted.sh"
cat >at.12 <<'EVENT'
for setting in sigma=3 method=snes popsize=8 jobs=4 target=-1 max-evals=24; do
    "$NES" ctl run set $setting 2>&1
    echo $?
done >>seen
sleep 0.3
EVENT
quietly "$NES" run --dim 2 --x0 3,4 --sigma 1 --method xnes --seed 7 --popsize 6 --max-evals 40 --quiet --json --out run -- ./sim {x}
cat seen
grep -o '"stop":"[a-z_]*"\|"evaluations":[0-9]*' said
# A noisy run takes a target too.
rm calls at.12
at 12 '"$NES" ctl noisy set target=-1 >noisy.seen 2>&1; echo $? >>noisy.seen; sleep 0.3'
quietly "$NES" run --dim 2 --x0 3,4 --sigma 1 --noisy --seed 7 --popsize 6 --max-evals 18 --quiet --out noisy -- ./sim {x}
cat noisy.seen
