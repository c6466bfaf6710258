"$NES" bench --help
