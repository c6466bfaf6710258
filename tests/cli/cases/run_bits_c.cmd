printf '#include <stddef.h>\ndouble objective(size_t n, const double *x)\n{ double s = 0; for (size_t i = 0; i < n; i++) s += (x[i] == i %% 2) ? 0 : x[i] == 0 || x[i] == 1 ? 1 : 1e9; return s; }\n' >f.c
"$NES" run --c f.c --dim 12 --bits --quiet --max-evals 2000
