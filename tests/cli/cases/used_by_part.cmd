"$NES" run --expr 'sum(x^2)' --dim 3 --max-evals 100 --family student --adapt-nu --quiet
