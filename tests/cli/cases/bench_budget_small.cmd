"$NES" bench bbob --budget 0.1 --dims 2
