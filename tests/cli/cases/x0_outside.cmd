"$NES" run --expr 'sum(x^2)' --dim 3 --x0 5 --lower 0 --upper 1
