# Four integers: without a cache equal points are evaluated again and again, with it the budget is for new ones.
cat >sim.sh <<'END'
#!/bin/sh
echo "$*" >>calls
echo $((($1 - 1) * ($1 - 1) + ($2 - 4) * ($2 - 4) + ($3 - 2) * ($3 - 2) + ($4 - 7) * ($4 - 7) + 3 * ($1 % 2)))
END
chmod +x sim.sh
calls() { wc -l <calls; sort -u calls | wc -l; rm -f calls; }
run() { "$NES" run --dim 4 --lower 0 --upper 9 --integer 1 --popsize 10 --quiet "$@" -- ./sim.sh '{x1}' '{x2}' '{x3}' '{x4}'; }
rows() { "$NES" show "$1" --evaluations | sed 's/,[^,]*$//'; }
echo 'off:'
run --max-evals 600 --restarts none --cache off --settled off --json | grep -o '"evaluations":[0-9]*\|"known":[0-9]*'
calls
echo 'on, the same course:'
run --max-evals 600 --max-gens 60 --restarts none --settled off --out one | grep 'evaluations  \|known\|generations  '
calls
run --max-evals 600 --max-gens 60 --restarts none --settled off --jobs 8 --out eight --json |
    grep -o '"evaluations":[0-9]*\|"known":[0-9]*'
calls
rows one >one.rows
rows eight | cmp - one.rows
cut -d, -f10 one.rows | sort | uniq -c | sed 's/^ *//'
"$NES" show one --json | grep -o '"evaluations":[0-9]*\|"known":[0-9]*'
echo 'the budget is for new points, across restarts:'
run --max-evals 300 --json | grep -o '"stop":"[^"]*"\|"evaluations":[0-9]*'
calls
echo 'nothing new is left:'
run --max-evals 500 --lower 0,0,0,6 --upper 1,1,1,7 --restart-agree off | grep 'stopped by\|evaluations  \|all known'
calls
echo 'what the program sees is equal:'
"$NES" run --dim 4 --lower 0 --upper 9 --popsize 10 --max-evals 40 --seed 3 --sigma 0.2 --quiet --json -- \
    ./sim.sh '{x1:%.0f}' '{x2:%.0f}' '{x3:%.0f}' '{x4:%.0f}' | grep -o '"evaluations":[0-9]*'
calls
echo 'a program that sees its number:'
run --max-evals 60 --json --out number | grep -o '"known"' || true
rm -f calls
"$NES" run --dim 4 --lower 0 --upper 9 --integer 1 --max-evals 400 --quiet --json -- \
    ./sim.sh '{x1}' '{x2}' '{x3}' '{x4}' '{i}' | grep -c '"known"' || true
