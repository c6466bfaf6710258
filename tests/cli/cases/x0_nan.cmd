"$NES" run --expr 'sum(x^2)' --dim 3 --x0 1,nan,2
