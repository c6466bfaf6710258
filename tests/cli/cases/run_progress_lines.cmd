"$NES" run --problem sphere_d3 --x0 1 --method xnes --max-evals 1000
