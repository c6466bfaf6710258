"$NES" run --problem sphere_d0
