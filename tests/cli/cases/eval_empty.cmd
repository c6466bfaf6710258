"$NES" eval sphere_d3
