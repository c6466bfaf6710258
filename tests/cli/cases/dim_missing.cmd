"$NES" run --expr x1
