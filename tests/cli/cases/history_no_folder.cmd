"$NES" run --problem sphere_d3 --history no/such/h.csv --max-evals 1000000000000
