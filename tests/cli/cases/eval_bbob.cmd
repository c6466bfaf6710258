printf '0 0\n1 inf\n-inf nan\nnan 1\n' | "$NES" eval bbob_f001_i01_d02
