"$NES" run --expr 'log(-1 - x1^2)' --dim 2 --quiet
