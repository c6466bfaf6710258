"$NES" list
