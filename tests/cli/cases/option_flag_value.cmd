"$NES" run --problem sphere_d3 --json=maybe
