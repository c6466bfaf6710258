# Killed at any moment and resumed, with evaluations kept or not, with one job or eight: the same
# result. A state that is lost is made again. Known points have constraints, too.
id=bbob-constrained_f009_i01_d05
settings="--problem $id --sigma 2 --kernels baseline --popsize 12 --max-evals 20000 --json --quiet"
result() { sed 's/"\(seconds\|places\|idle\)":[^,]*,//g; s/"folder":[^,}]*//; s/,"late":0//' "$1"; }
"$NES" run $settings >whole
for options in '--jobs 1' '--jobs 8' '--jobs 8 --keep-evals yes' '--jobs 2 --straggler 1e6'; do
    rm -rf cut
    "$NES" run $settings $options --out cut >said 2>&1 &
    pid=$!
    until "$NES" show cut --json 2>&1 | grep -q '"generation":[1-9]' || ! kill -0 $pid; do :; done
    kill -9 $pid
    wait $pid
    [ -s said ] || "$NES" resume cut --json --quiet >said
    result whole >a; result said >b; cmp a b && echo "$options: the same"
    case $options in *keep*) cp -r cut kept ;; esac
done 2>/dev/null

echo "the state lost:"
"$NES" show kept --json | grep -o '"feasible":.*"multipliers"' >before
sqlite3 kept/run.db "DELETE FROM state"
"$NES" resume kept --json --quiet >said
result whole >a; result said >b; cmp a b && echo same
"$NES" show kept --json | grep -o '"feasible":.*"multipliers"' | cmp - before

echo "the table of evaluations, and the best of those that are feasible:"
"$NES" show kept --evaluations >table.csv
head -1 table.csv
awk -F, 'NR > 1 { ok = 1; for (i = 11; i <= 19; i++) ok = ok && $i <= 0; n += ok
                  if (ok && (b == "" || $10 + 0 < b + 0)) b = $10 }
         END { print n, b }' table.csv >counted
"$NES" show kept --json | tr ',' '\n' | sed -n 's/"feasible_evaluations"://p; s/"best_f"://p' |
    sed -n '1h; 2{G;s/\n/ /;p}' | cmp - counted && wc -l <table.csv

sqlite3 kept/run.db "SELECT count(*) FROM points WHERE max(g1, g2, g3, g4, g5, g6, g7, g8, g9) <= 0" >feasible
cut -d ' ' -f 1 counted | cmp - feasible

echo "another problem in its file:"
cat >job.yaml <<'EOF'
objective: {problem: bbob-constrained_f003_i01_d02}
options: {max-evals: 100, quiet: yes}
EOF
"$NES" run job.yaml --out other >said
sed -i 's/f003/f001/' job.yaml
"$NES" resume other --max-evals 200 --changed=accept 2>&1 | tail -1

echo "known points:"
printf '4 4 4 4 4\n1 1 1 1 1\n0 1 0 1 0\n' >points
"$NES" run $settings --inject points >whole
"$NES" run $settings --inject points --max-evals 500 --out known >said
"$NES" resume known --max-evals 20000 --json --quiet >said
result whole >a; result said >b; cmp a b && echo same
