# --evaluate feasible: points that violate constraints of variables alone are not evaluated, are marked and
# counted, and the bytes are the same for any number of jobs and after a loss of the state.
cat >sim.sh <<'END'
#!/bin/sh
echo "$1 $2" >>"$NES_START/seen.txt"
awk -v a="$1" -v b="$2" 'BEGIN { if (a < b + 1) exit 1; print a + 2 * b, 100 / (a * b) }'
END
chmod +x sim.sh
run="$NES run --names a,b --lower 0.5 --upper 20 --output mass,stress --minimise mass --kernels baseline
    --max-evals 90 --seed 2 --popsize 6 --quiet"
limits='stress <= 20; a >= b + 1'
for jobs in 1 8; do
    $run --constraint "$limits" --evaluate feasible --jobs $jobs --out j$jobs -- ./sim.sh {x} |
        grep -e '^  evaluations' -e '^  spared' -e '^  failed' -e '^  not finite'
done
wc -l <seen.txt
awk '$1 < $2 + 1' seen.txt | wc -l
for run_ in j1 j8; do
    sqlite3 $run_/run.db 'SELECT id, x, f, status, failure FROM evaluations ORDER BY id; SELECT * FROM outputs ORDER BY 1, 2, 3' >$run_.txt
done
cmp j1.txt j8.txt && sqlite3 j1/run.db "SELECT status, failure, count(*), max(g1), min(g2) > 0, count(mass) FROM points WHERE failure IS NOT NULL"
"$NES" show j1 | grep '^  evaluations'
"$NES" show j1 --json | grep -o '"nonfinite":[0-9]*,\|"spared":[0-9]*'
cp -r j1 part
sqlite3 part/run.db 'DELETE FROM state; DELETE FROM evaluations WHERE round > 7; DELETE FROM outputs WHERE round > 7'
"$NES" resume part --quiet >/dev/null 2>&1
sqlite3 part/run.db 'SELECT id, x, f, status, failure FROM evaluations ORDER BY id; SELECT * FROM outputs ORDER BY 1, 2, 3' | cmp - j1.txt
echo "all points:"
$run --constraint "$limits" -- ./sim.sh {x} | grep -e '^  evaluations' -e '^  spared' -e '^  failed'
echo "no point:"
$run --constraint 'a >= b + 30' --evaluate feasible -- ./sim.sh {x} | grep '^  spared'
$run --constraint 'a >= b + 30' --evaluate feasible -- ./sim.sh {x} >/dev/null
echo "status $?"
$run --constraint 'a >= b + 30' --evaluate some -- ./sim.sh {x}
echo "status $?"
