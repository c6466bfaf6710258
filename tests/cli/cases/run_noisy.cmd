"$NES" run --problem bbob_noisy_f101_i01_d03 --method xnes --precision 1e-7 --quiet
