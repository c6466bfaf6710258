printf '#include <stddef.h>\ndouble objective(size_t n, const double *x);\ndouble objective(size_t n, const double *x)\n{ double s = 0; for (size_t i = 0; i < n; i++) s += x[i] * x[i]; return s; }\n' > f.c
"$NES" run --c f.c --dim 2 --x0 1 --max-evals 50 --quiet && ls
