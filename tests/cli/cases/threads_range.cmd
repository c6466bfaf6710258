"$NES" run --problem sphere_d3 --threads 5000
