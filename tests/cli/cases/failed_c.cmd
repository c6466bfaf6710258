printf '#include <stddef.h>\nint objective_record(size_t n, const double *x, double *value);\nint objective_record(size_t n, const double *x, double *value)\n{ *value = x[0] * x[0]; return n > 0 && x[0] > 0 ? 2 : 1; }\n' > f.c
"$NES" run --c f.c --dim 2 --popsize 10 --max-gens 1 --json > c.json
"$NES" run --expr 'if(x1 > 0, failed, x1^2)' --dim 2 --popsize 10 --max-gens 1 --json > formula.json
sed 's/,"seconds.*//' c.json > c.txt
sed 's/,"seconds.*//' formula.json > formula.txt
grep -c '"failed":[1-9]' c.txt
cmp c.txt formula.txt
