"$NES" run --expr 'sum(x^2)' --dim 2 --std 1,2 --sigma 3
