# C source that takes its time: its values are kept, also after it has gone on. One that crashes nes
# can be mended, and the run goes on from the values that are there.
. "$CASES/interrupted.sh"
cat >slow.c <<'SOURCE'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
double objective(size_t n, const double *x)
{
    const struct timespec pause = {0, 3000000};
    const char *at = getenv("AT");
    FILE *calls = fopen("calls", "a+");
    fputs("1\n", calls);
    fflush(calls);
    if (at != NULL && ftell(calls) == 2 * atol(at)) raise(SIGKILL);
    fclose(calls);
    nanosleep(&pause, NULL);
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sum;
}
SOURCE
settings="--c slow.c --dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --max-evals 40 --quiet --json --no-isolate"
run_alone whole $settings
fresh
AT=15 quietly "$NES" run $settings --out cut
AT=28 quietly "$NES" resume cut
quietly "$NES" resume cut --json
same whole cut
same_result whole.json said
[ "$(wc -l <calls)" -lt 60 ] && echo few
cat >crash.c <<'SOURCE'
#include <stdlib.h>
#ifndef MENDED
static int calls;
#endif
double objective(size_t n, const double *x)
{
#ifndef MENDED
    if (++calls == 20) abort();
#endif
    return n * x[0] * x[0];
}
SOURCE
settings="--c crash.c --dim 1 --x0 3 --seed 7 --popsize 6 --max-evals 40 --quiet --json --keep-evals yes --no-isolate"
quietly "$NES" run $settings --out crash
{ echo '#define MENDED' && cat crash.c; } >mended.c
mv mended.c crash.c
quietly "$NES" resume crash --json --changed=accept
grep -o '"evaluations":[0-9]*,"failed":[0-9]*' said
