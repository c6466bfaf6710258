"$NES" show here --json --evaluations
