"$NES" eval bbob_nosy_f101_i01_d05
