# Loading a library runs code in it. What hangs, crashes or ends there is refused, by C source and by
# plugins, and nes goes on living.
cat >load.c <<'SOURCE'
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
double objective(size_t n, const double *x) { return n * x[0]; }
__attribute__((constructor)) static void begin(void)
{
    if (KIND == 1) for (;;) continue;
    if (KIND == 2) raise(SIGSEGV);
    if (KIND == 3) exit(0);
    if (KIND == 4) { fputs("no licence\nat all\n", stderr); exit(9); }
}
__attribute__((destructor)) static void end(void)
{
    if (KIND == 5) for (;;) continue;
}
SOURCE
for kind in 1 2 3 4 5 6; do
    case $kind in 1) limit=0.3 ;; 5) limit=2 ;; *) limit=100 ;; esac
    timeout -s KILL 300 "$NES" run --c load.c --cc-flags -DKIND=$kind --dim 1 --max-evals 10 --timeout $limit --json >out 2>said
    echo "$? $(grep -o '"evaluations":10' out)$(cat said)"
done
cc -shared -fPIC -DKIND=1 -o load.so load.c
timeout -s KILL 300 "$NES" run --plugin load.so --dim 1 --timeout 0.2 2>&1
echo $?
echo 1 | timeout -s KILL 300 "$NES" eval --plugin load.so --dim 1 --timeout 0.2 2>&1
echo $?
