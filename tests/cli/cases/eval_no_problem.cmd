"$NES" eval
