"$NES" run --expr 'sum(x^2)' --dim 3 --max-evals 100 --method snes --restart-factor 2
