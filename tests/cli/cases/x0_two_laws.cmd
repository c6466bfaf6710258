"$NES" run --expr 'sum(x^2)' --dim 3 --x0 normal:0:1 --start-lower 0 --start-upper 1
