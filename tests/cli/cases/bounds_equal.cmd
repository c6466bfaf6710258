"$NES" run --expr 'sum(x^2)' --dim 3 --lower 1,0,0 --upper 1,1,1
