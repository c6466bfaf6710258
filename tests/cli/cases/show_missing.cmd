"$NES" show nowhere
