"$NES" run --expr 'sum(x^2)' --dim 3 --factor 1,0,0,1
