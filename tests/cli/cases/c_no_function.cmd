echo 'int zero(void); int zero(void) { return 0; }' > none.c
"$NES" run --c none.c --dim 2
