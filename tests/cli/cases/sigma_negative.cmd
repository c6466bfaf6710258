"$NES" run --expr 'sum(x^2)' --dim 3 --sigma -1
