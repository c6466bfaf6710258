"$NES" run --expr 'sum(x^2)' --dim 3 --max-evals many
