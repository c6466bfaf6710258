"$NES" plot nowhere
