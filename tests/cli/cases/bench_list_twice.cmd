"$NES" bench bbob --dims 2,2
