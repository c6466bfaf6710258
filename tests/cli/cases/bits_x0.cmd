"$NES" run --expr 'sum(x)' --dim 4 --bits --x0 0,1,0.5,1
