"$NES" run --problem sphere_d3 --sigm 1; "$NES" run --problem sphere_d3 --lowr 1
