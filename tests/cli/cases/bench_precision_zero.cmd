"$NES" bench bbob --precision 0
