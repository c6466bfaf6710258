"$NES" run --c no-such.c --dim 2
