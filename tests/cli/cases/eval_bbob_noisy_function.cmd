"$NES" eval bbob_noisy_f131_i01_d05
