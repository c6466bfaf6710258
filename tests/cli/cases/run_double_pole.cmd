"$NES" run --problem double-pole_n1 --method xnes --precision 0 --seed 2 --quiet
