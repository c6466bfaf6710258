"$NES" bench bbob --functions 3-1
