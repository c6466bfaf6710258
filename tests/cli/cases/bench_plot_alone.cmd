"$NES" bench bbob --plot x
