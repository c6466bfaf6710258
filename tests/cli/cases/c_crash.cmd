# C source that crashes at some points: those evaluations fail. In the process of nes
# it ends nes, and the folder shows that.
. "$CASES/interrupted.sh"
cat >crash.c <<'SOURCE'
#include <stdlib.h>
double objective(size_t n, const double *x)
{
    if (x[0] < 0.5) abort();
    return x[0] * x[0] + (double)n;
}
SOURCE
settings="--c crash.c --dim 1 --x0 3 --sigma 1 --seed 7 --popsize 6 --max-evals 40 --quiet --json --keep-evals yes"
for more in '--jobs 2' '--jobs 3' '--jobs 1 --isolate'; do
    name=$(echo "$more" | tr -cd 'a-z0-9')
    quietly "$NES" run $settings $more --out $name
    grep -o '"kind":"[^"]*"' said
    same jobs2 $name
done
for more in '--jobs 1 --no-isolate' '--jobs 2 --no-isolate'; do
    name=$(echo "$more" | tr -cd 'a-z0-9')
    quietly "$NES" run $settings $more --out $name
    "$NES" show $name --json | grep -o '"status":"[a-z]*"'
done
