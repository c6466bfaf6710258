"$NES" run --problem sphere_d3 --dim 4
