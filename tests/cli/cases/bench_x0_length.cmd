"$NES" bench bbob --dims 2,3 --x0 1,2,3
