echo 0 0 0 0 | "$NES" eval double-pole_n1_friction --dim 4
"$NES" eval double-pole_n1_friction --dim 5
