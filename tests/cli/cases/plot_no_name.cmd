mkdir f && "$NES" run --problem sphere_d3 --plot f/
