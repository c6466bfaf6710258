"$NES" run --expr failed --dim 2 --quiet
