"$NES" bench bbob --instances 900000
