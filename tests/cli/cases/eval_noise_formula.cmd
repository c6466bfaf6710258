"$NES" eval --expr x1 --dim 1 --noise own
