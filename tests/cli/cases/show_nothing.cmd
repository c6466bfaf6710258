"$NES" show
