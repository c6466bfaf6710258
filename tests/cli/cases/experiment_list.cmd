"$NES" experiment --list && "$NES" experiment --help
