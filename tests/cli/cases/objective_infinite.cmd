"$NES" run --expr 'exp(1000 + x1^2)' --dim 2 --quiet
