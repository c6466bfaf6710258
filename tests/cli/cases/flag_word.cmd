"$NES" run --problem sphere_d3 --noisy yes
