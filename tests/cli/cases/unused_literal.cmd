"$NES" run --expr 'sum(x^2)' --dim 3 --max-evals 100 --method t-xnes --cauchy-literal
