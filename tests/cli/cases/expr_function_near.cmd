"$NES" run --expr 'sqr(x1)' --dim 1
