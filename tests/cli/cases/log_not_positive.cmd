"$NES" run --expr 'sum(x^2)' --dim 3 --log 0,1,0 --lower -1 --upper 2
