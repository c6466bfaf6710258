"$NES" eval spere_d2
