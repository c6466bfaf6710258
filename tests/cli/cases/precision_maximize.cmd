"$NES" run --problem sphere_d3 --precision 1e-8 --maximize
