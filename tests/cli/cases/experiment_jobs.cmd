# Data and verdicts do not depend on the number of jobs, nor on an interruption.
"$NES" experiment E3 --jobs 1 --out one --quiet >/dev/null 2>&1 &
pid=$!
until [ -s one/E3/tasks.db-wal ] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
kill -INT $pid 2>/dev/null
wait $pid 2>/dev/null
"$NES" experiment e3 --jobs 1 --out one --quiet >/dev/null 2>&1 || exit
"$NES" experiment E3 --jobs 5 --out five --quiet >first || exit
cmp one/E3/runs.csv five/E3/runs.csv && cmp one/E3/verdicts.csv five/E3/verdicts.csv || exit
ls -A five/E3
# What is complete is drawn again without a run.
"$NES" experiment E3 --out five --quiet >second && cmp first second
"$NES" experiment E3 --redraw --out five --quiet >third && cmp first third
# Claims of the paper and checks of our own are counted apart, and bounds stand beside the verdicts.
grep -o '^E3,c[a-z]*' five/E3/verdicts.csv | sort | uniq -c | tr -s ' '
grep -c 'holds if: more than 95 % of the runs reach it' first
grep '^| c' five/E3/report.md
