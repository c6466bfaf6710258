printf '1 2\n1 2x\n' | "$NES" eval sphere_d2
