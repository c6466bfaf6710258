"$NES" run --expr 'sum(x^2)' --dim 2 --cc-flags -O3
