echo 'double objective(void);' > f.c
"$NES" run --c f.c --dim 2 --cc-flags "-DX='a b"
