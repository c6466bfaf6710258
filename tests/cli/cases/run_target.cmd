"$NES" run --problem sphere_d3 --x0 1 --precision 1e-8 --quiet
