"$NES" --help
