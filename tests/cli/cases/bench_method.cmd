"$NES" bench bbob --method xnse
