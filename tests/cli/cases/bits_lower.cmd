"$NES" run --expr 'sum(x)' --dim 4 --bits --lower 0
