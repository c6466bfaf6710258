# All that code of the user's can do to a process: every such evaluation fails, and the others go on.
cat >kinds.c <<'SOURCE'
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
static jmp_buf gone;
static int deeper(volatile char *above)
{
    volatile char here[4096];
    here[0] = *above;
    return deeper(here) + here[0];
}
static void remember(void)
{
    volatile char room[4096];
    room[0] = 0;
    if (setjmp(gone) != 0) abort();
    room[1] = room[0];
}
double objective(size_t n, const double *x)
{
    volatile char c = 0;
    switch ((int)x[n - 1]) {
    case 1: *(volatile int *)0 = 1; return 0;
    case 2: abort();
    case 3: exit(0);
    case 4: return deeper(&c);
    case 5: remember(); longjmp(gone, 1);
    case 6: ((volatile char *)malloc((size_t)1 << 46))[0] = 1; return 0;
    case 7: exit(300);
    default: return x[n - 1];
    }
}
SOURCE
seq 0 8 | timeout 600 "$NES" eval --c kinds.c --dim 1 --isolate 2>said
echo $?
grep '^nes: point' said | grep -v 'point 7'
cat >throws.cpp <<'SOURCE'
#include <cstddef>
#include <stdexcept>
extern "C" double objective(std::size_t n, const double *x)
{
    if (x[0] < 1) throw std::runtime_error("too small");
    return x[n - 1];
}
SOURCE
c++ -shared -fPIC -o throws.so throws.cpp
for objective in '--plugin throws.so' '--c throws.cpp'; do
    seq 0 2 | timeout 600 "$NES" eval $objective --dim 1 --isolate 2>said
    grep '^nes: point\|too small' said
done
