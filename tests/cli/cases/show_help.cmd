"$NES" show --help
