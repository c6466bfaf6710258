"$NES" run --dim 2 -- echo {job}
