"$NES" run --expr '' --dim 2
