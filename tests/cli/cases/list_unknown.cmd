"$NES" list problms
