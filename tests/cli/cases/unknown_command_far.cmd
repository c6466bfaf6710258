"$NES" frobnicate
