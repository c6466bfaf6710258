# The normal law, written as a law of one's own, makes the run that the method has by itself: the same
# points, but for the last digits. A law with a parameter learns it, and theta is in the result.
cat >normal.c <<'C'
#include <nes/density.h>
static double logq(const double *tau, size_t dim, double r2, void *user)
{ (void)tau, (void)dim, (void)user; return -0.5 * r2; }
static double slope(const double *tau, size_t dim, double r2, void *user)
{ (void)tau, (void)dim, (void)r2, (void)user; return -0.5; }
static double radius(const double *tau, size_t dim, double n, nes_random *r, void *user)
{ (void)tau, (void)dim, (void)r, (void)user; return n; }
const nes_radial *radial(size_t dim)
{ static const nes_radial law = {.logq = logq, .slope = slope, .radius = radius}; (void)dim; return &law; }
C
settings="--problem ellipsoid_d4 --method xnes --seed 3 --restarts none --max-evals 400 --json"
for law in "" "--radial normal.c"; do
    "$NES" run $settings $law | sed 's/.*"best_f":\([0-9.]\{6\}\).*"evaluations":\([0-9]*\).*/\1 \2/'
done | uniq -c | awk '{ print $1, $3 }'
student="$CASES/../../../examples/radial.c"
"$NES" run --problem sphere_d5 --method xnes --radial "$student" --target 1e-8 >table && grep -c theta table
"$NES" run --problem sphere_d5 --method xnes --radial "$student" --target 1e-8 --json |
    sed 's/.*"stop":"\([a-z]*\)".*"theta":\[\([0-9]\).*/\1 \2/'
