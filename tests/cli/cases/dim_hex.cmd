"$NES" run --expr x1 --dim 0x10
