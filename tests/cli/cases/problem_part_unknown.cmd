"$NES" eval double-pole_n1_fricton
