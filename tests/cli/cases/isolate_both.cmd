echo 'double objective(void) { return 1; }' > f.c
"$NES" run --c f.c --dim 1 --no-isolate --timeout 3
