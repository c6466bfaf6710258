"$NES" rnu
