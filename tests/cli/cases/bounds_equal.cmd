"$NES" run --expr 'sum(x^2)' --dim 3 --lower 1 --upper 1
