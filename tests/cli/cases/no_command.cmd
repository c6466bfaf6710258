"$NES"
