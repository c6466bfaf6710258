"$NES" bench bbob --dims 2-
