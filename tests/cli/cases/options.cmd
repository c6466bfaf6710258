"$NES" options
