"$NES" run --expr 'x1 + x3' --dim 2
