"$NES" run --expr 'sum(x^2)' --dim 1e3 --max-gens 1 --quiet
