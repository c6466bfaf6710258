"$NES" run --dim 2 --expr 'sum(x^2)' --straggler 1
"$NES" run --dim 2 --expr 'sum(x^2)' --straggler soon
"$NES" run --dim 2 --by-hand --out run --straggler 3
"$NES" run --dim 2 --expr 'sum(x^2)' --out run --keep-evals no --straggler 3
"$NES" run --dim 2 --expr 'sum(x^2)' --method snes --popsize 8 --window 4 --straggler 3
ls
exit 2
