# Cauchy noise adds 1000 to every value: a target is reached by the value without noise.
"$NES" run --problem bbob_noisy_f109_i01_d02 --method xnes --target 79.5 --quiet
