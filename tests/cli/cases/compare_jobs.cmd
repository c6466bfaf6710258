# The data do not depend on the number of jobs, nor on an interruption.
compare="$NES compare --methods xnes,snes:popsize=12 --problems rastrigin_d5,bbob_f008-009_i01_d03 --runs 6"
compare="$compare --restarts ipop --budget 3000 --quiet"
$compare --jobs 1 --out one >/dev/null 2>&1 &
pid=$!
until [ -s one/tasks.db-wal ] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
kill -INT $pid 2>/dev/null
wait $pid 2>/dev/null
$compare --jobs 1 --out one >first || exit
$compare --jobs 5 --out five >second || exit
diff one/runs.csv five/runs.csv && diff one/improvements.csv five/improvements.csv || exit
diff one/figures.csv five/figures.csv && diff one/tests.csv five/tests.csv || exit
grep -v '^results' first >a; grep -v '^results' second >b; diff a b || exit
ls -A five
wc -l <five/runs.csv
# What is complete is shown again without a run, also with other targets.
$compare --out five >third && cmp second third
$compare --out five --targets 1,0.01 | grep -c '^0.01 '
