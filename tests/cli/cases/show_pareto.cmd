# nes show --pareto: the points that no other point beats, checked by SQL.
"$NES" run --names a,b --lower 1 --upper 20 --expr 'a + 2*b' --output 'stress=expr:100/(a*b)' --output 'stiff=expr:a*b^3' \
    --constraint 'stress <= 20' --max-evals 200 --seed 4 --popsize 10 --out run --keep-evals yes --kernels baseline --quiet >/dev/null
better='o.g1 <= 0 AND o.f <= p.f AND o.stress <= p.stress AND (o.f < p.f OR o.stress < p.stress)'
sqlite3 run/run.db "SELECT id FROM points AS p WHERE g1 <= 0 AND NOT EXISTS (SELECT 1 FROM points AS o WHERE $better) ORDER BY f" >wanted
"$NES" show run --pareto f,stress | tail -n +2 | cut -d, -f 1 | cmp - wanted && [ "$(wc -l <wanted)" -gt 3 ] && echo "as SQL"
better='o.g1 <= 0 AND o.f <= p.f AND o.stiff >= p.stiff AND (o.f < p.f OR o.stiff > p.stiff)'
sqlite3 run/run.db "SELECT id FROM points AS p WHERE g1 <= 0 AND NOT EXISTS (SELECT 1 FROM points AS o WHERE $better) ORDER BY stiff DESC" >wanted
"$NES" show run --pareto=-stiff,f | tail -n +2 | cut -d, -f 1 | cmp - wanted && echo "as SQL"
"$NES" show run --pareto stress,f | head -n 1
"$NES" show run --pareto f | wc -l
"$NES" show run --pareto stres,f
echo "status $?"
"$NES" show run --pareto stress,f --json
echo "status $?"
