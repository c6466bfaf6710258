printf '1 2 3\n' | "$NES" eval bbob_noisy_f101_i01_d02
