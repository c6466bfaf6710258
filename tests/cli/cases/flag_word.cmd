"$NES" run --problem sphere_d3 --maximize yes
