# Known points are evaluated first and once, count for the budget, and the best is the start.
. "$CASES/interrupted.sh"
settings="--dim 2 --sigma 1 --seed 7 --popsize 6 --model off --max-evals 30 --quiet --json"
printf 'x2 x1\n4 3\n\n# a comment\n 2.5,1.5\n6\t5\r\n' >points
run_alone whole $settings --inject points -- ./sim {x}
grep -o '"evaluations":[0-9]*' said
wc -l <calls
evaluations whole | awk -F, '$2 == 0 || ($5 == 1.5 && $6 == 2.5)'
fresh
for n in 2 3 9; do at $n 'kill -9 $PPID; exec sleep 60'; done
quietly "$NES" run $settings --inject points --out cut -- ./sim {x}
echo '8 8' >points
quietly "$NES" resume cut
rm points
for part in 1 2; do quietly "$NES" resume cut --json; done
same whole cut
same_result whole.json said
wc -l <calls
printf '3 4\n' >start
printf '0 0\n' >low
printf '1.5 2.5\n' >points
fresh
quietly "$NES" run $settings --inject points --x0 @start --lower @low --upper 9 --out both -- ./sim {x}
evaluations both | awk -F, '$2 == 0'
