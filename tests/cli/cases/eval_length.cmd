printf '1 2\n\n1 2 3\n' | "$NES" eval sphere_d2
