"$NES" bench bbob --max-time 10
