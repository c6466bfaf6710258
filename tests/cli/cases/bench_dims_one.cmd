"$NES" bench bbob --dims 1
