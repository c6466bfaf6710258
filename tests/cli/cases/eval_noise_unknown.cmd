"$NES" eval bbob_noisy_f101_i01_d02 --noise refrence
