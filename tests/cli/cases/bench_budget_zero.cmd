"$NES" bench bbob --budget 0
