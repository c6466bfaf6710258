echo 0 | "$NES" eval bbob_f001_i00_d05
