"$NES" run --problem sphere_d3 --max-evls 10
