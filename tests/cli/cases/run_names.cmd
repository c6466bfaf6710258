# Names of variables in formulas; x1 and x[i] go on meaning the same.
"$NES" run --expr '(flow - 2)^2 + (x2 + 1)^2 + e^2 + sum(i, 1, N, 0*x[i])' --dim 3 --names flow,angle,e \
    --precision 1 --json
"$NES" run --expr '(flow - 2)^2 + (x2 + 1)^2 + e^2 + sum(i, 1, N, 0*x[i])' --dim 3 --names flow,angle,e \
    --target 1e-9 --json --seed 1 | grep -o '"stop":"[a-z]*"'
"$NES" run --expr 'flaw^2' --dim 2 --names flow,angle
"$NES" run --expr 'flow^2' --dim 2 --names flow
"$NES" run --expr 'flow^2' --dim 2 --names flow,x1
