"$NES" eval sphere_d2 < .
