"$NES" list stops --names
