"$NES" bench bbob --functions 1,x
