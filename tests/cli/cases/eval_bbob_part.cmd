echo 0 | "$NES" eval bbob_f001
