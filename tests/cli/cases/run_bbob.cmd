"$NES" run --problem bbob_f001_i01_d05 --method xnes --seed 1 --precision 1e-8 --json | grep -o '"stop":"[a-z]*"'
