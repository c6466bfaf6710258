mkdir h.csv && "$NES" run --problem sphere_d3 --history h.csv
