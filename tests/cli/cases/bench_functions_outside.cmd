"$NES" bench bbob --functions 20-25
