"$NES" run --problem sphere_d3 --expr x1 --dim 3
