"$NES" run --expr x1 --dim abc
