"$NES" run --expr 'sum(x^2)' --dim 3 --precision 1e-8
