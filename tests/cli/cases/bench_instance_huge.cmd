"$NES" bench bbob --functions 1 --dims 2 --instances 4294967297
