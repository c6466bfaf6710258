echo 'double objective(size_t n, const double *x) { return x[0' > bad.c
"$NES" run --c bad.c --dim 2
