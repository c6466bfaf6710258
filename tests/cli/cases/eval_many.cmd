seq 1 100000 | "$NES" eval sphere_d1 | tail -n 1
