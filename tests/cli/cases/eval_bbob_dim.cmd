echo 0 | "$NES" eval bbob_f001_i01_d01
