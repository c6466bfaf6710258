"$NES" options max_ev --names
