"$NES" run --dim 2 -- ./nothing {x}
