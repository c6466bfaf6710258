"$NES" run --help
