"$NES" eval sphere_d2 --problem sphere_d3
