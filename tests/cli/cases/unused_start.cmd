"$NES" run --expr 'sum(x^2)' --dim 3 --max-evals 100 --method snes --x0 1,2,3 --start-lower 0,0,0 --start-upper 1,1,1
