# Laws that cannot be used are refused before anything is evaluated, with a name and a remedy.
cp "$CASES/../../../examples/density.c" good.c
cp "$CASES/../../../examples/radial.c" radial.c
try() { "$NES" run --problem sphere_d2 --max-evals 100 --quiet "$@" >out 2>err; echo "status $?: $(head -n 3 err | cut -c 1-160)"; test ! -s out; }
try --density none.c
try --density radial.c
try --density good.c --radial radial.c
try --density good.c --family gauss-full
try --family user
try --family user-radial
try --density good.c --sigma 2
try --density good.c --cc-flags "'"
echo 'const nes_density *density(size_t dim) {' >broken.c
try --density broken.c | head -n 1
# change NAME BY...: the example with a line changed
change() { name=$1; shift; sed "$@" good.c >$name.c; try --density $name.c; }
change few 's/if (dim > MOST)/if (dim > 1)/'
change no_score 's/\.score = score,//'
change no_start 's/\.theta0 = start,//'
change nan_score 's/share \* z \/ w;/NAN;/'
change nan_start 's/start\[i\] = -2;/start[i] = NAN;/'
change infinite 's/x\[i\] = mean(.*/x[i] = INFINITY;/'
change crash 's/const int c = nes_random_uniform(r) < 0.5;/const int c = *(volatile int *)user;/'
change ends 's/(void)user;/if (user == NULL) _Exit(7);/; s/<math.h>/<math.h>\n#include <stdlib.h>/'
sed 's/return -0.5 \*/return -0.4 */' radial.c >slope.c
try --radial slope.c
sed 's/.radius = radius,//' radial.c >no_radius.c
try --radial no_radius.c
