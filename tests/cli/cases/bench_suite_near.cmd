"$NES" bench bob
