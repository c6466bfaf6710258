printf "%1000000s1 2\n3 4" "" | "$NES" eval sphere_d2
