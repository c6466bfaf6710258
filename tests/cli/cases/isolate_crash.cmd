cat > f.c <<'EOF'
#include <stddef.h>
#include <stdlib.h>
double objective(size_t n, const double *x)
{
    if (x[0] > 3.5) *(volatile int *)0 = 1;
    if (x[0] > 3.2) exit(3);
    return (x[0] - 1) * (x[0] - 1) + x[n - 1] * x[n - 1];
}
EOF
for jobs in 1 3; do
    "$NES" run --c f.c --dim 2 --x0 3 --sigma 1 --max-evals 300 --popsize 6 --seed 1 --jobs $jobs --isolate --json |
        sed 's/"seconds.*//' > $jobs.json
done
cmp 1.json 3.json && ! grep '"failed":0' 1.json
"$NES" run --c f.c --dim 2 --x0 3 --sigma 1 --max-evals 300 --popsize 6 --seed 1 --jobs 2 --quiet
