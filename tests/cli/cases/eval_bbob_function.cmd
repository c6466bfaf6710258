echo 0 | "$NES" eval bbob_f025_i01_d05
