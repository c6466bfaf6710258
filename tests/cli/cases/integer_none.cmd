"$NES" run --expr 'sum(x^2)' --dim 2 --integer 1 --lower 0.2 --upper 0.8
