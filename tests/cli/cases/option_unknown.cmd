"$NES" run --problem sphere_d3 --max-eval 10
