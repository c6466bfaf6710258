"$NES" run
