"$NES" run --c a.c --plugin b.so --dim 3
