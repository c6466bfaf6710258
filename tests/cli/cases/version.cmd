"$NES" --version
