"$NES" list all
