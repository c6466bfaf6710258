"$NES" bench bbob --instances 1,,2
