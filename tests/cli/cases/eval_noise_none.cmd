printf '0 0\n6 0\n' | "$NES" eval bbob_noisy_f101_i01_d02 --noise none
printf '0 0\n6 0\n' | "$NES" eval bbob_f001_i01_d02 --noise own
