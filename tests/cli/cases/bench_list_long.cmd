"$NES" bench bbob --instances 1-200000
