# While a run is at work nobody else goes on with it, everybody may look, and it can be ended.
. "$CASES/interrupted.sh"
cat >at.9 <<'EVENT'
for what in "resume run" "ask run" "tell run" "run --problem sphere_d2 --out run" "show run --json"; do
    "$NES" $what </dev/null >live 2>&1
    echo "$what: $?"
    sed "s/process $PPID/process N/; s/.*\(\"status\":\"[a-z]*\"\).*\(\"under_way\":[0-9]*\).*/\1 \2/" live
done >>seen
"$NES" ctl run stop </dev/null >/dev/null 2>&1
sleep 60
EVENT
quietly "$NES" run --dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --max-evals 40 --quiet --json --out run -- ./sim {x}
cat seen
grep -o '"stop":"[a-z]*"' said
"$NES" show run --json | grep -o '"status":"[a-z]*"'
kept=$(evaluations run | grep -c ',ok')
fresh
quietly "$NES" resume run --json
grep -o '"stop":"[a-z_]*"\|"evaluations":[0-9]*' said
echo "evaluated in both parts: $((kept + $(wc -l <calls)))"
