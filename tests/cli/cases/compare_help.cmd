"$NES" compare --help
