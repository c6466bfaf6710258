"$NES" plot
