"$NES" run --expr x1 --dim -3
