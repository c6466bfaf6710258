mkdir x.png && "$NES" run --problem sphere_d3 --plot x
