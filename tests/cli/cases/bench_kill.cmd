# Killed again and again, with files torn in between, and finished at last: the same bytes. A folder
# that is complete is left alone.
bench="$NES bench bbob --method xnes --functions 1-3 --dims 2 --instances 1-15 --runs 8 --budget 500"
bench="$bench --jobs 2 --quiet"
$bench --out whole >/dev/null
for delay in 0.00 0.01 0.02 0.03 0.05 0.08 0.13; do
    $bench --out killed >/dev/null 2>&1 &
    sleep $delay
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    [ -f killed/tasks.db ] || break
    for f in killed/data_f1/*.dat killed/bbobexp_f1.info; do
        if [ -f "$f" ]; then head -c 60 "$f" >torn && cp torn "$f"; fi
    done
    sqlite3 killed/tasks.db "UPDATE tasks SET content = 'torn' WHERE number % 17 = 3; DELETE FROM tasks WHERE number % 17 = 5"
done 2>/dev/null
$bench --out killed >/dev/null
diff -r whole killed
