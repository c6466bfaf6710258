"$NES" bench bbob --functions 0
