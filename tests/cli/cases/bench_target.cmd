"$NES" bench bbob --target 1e-8
