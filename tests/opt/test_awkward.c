/* SPDX-License-Identifier: MIT
 *
 * Awkward problems for the method auto with default settings, three seeds each: the answer is
 * right, or it is not called converged. Where the method is known to solve a problem it must do so,
 * within the evaluations said. [math: A26] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nes/nes.h"
#include "support/check.h"
#include "support/runs.h"

enum { MOST_DIM = 50, SEEDS = 3 };

typedef struct problem {
    const char *name;
    size_t dim;
    double (*value)(size_t dim, const double *x, void *user);
    double start;         /* of every variable */
    double sigma;         /* 0: by default */
    double lower, upper;  /* of every variable, where they differ */
    double best;          /* value of the optimum; NaN: there is none */
    double close;         /* so far above it is solved */
    bool solved;          /* it must be solved, not only not be called converged */
    uint64_t evaluations; /* at most, until it stops by itself; 0: any number up to the guard */
    uint64_t guard;       /* evaluations after which the test stops it; 0: none */
    bool truth;           /* noisy: judged without noise, at the mean */
} problem;

/* Made of the bits of the point and the number of the call: noise that can be repeated. */
typedef struct calls {
    uint64_t n;
} calls;

static double sphere_at(size_t d, const double *x, double c)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += (x[i] - c) * (x[i] - c);
    return sum;
}

static double sphere(size_t d, const double *x, void *user)
{
    (void)user;
    return sphere_at(d, x, 0);
}

static double far_sphere(size_t d, const double *x, void *user)
{
    (void)user;
    return sphere_at(d, x, 1000);
}

static double farthest_sphere(size_t d, const double *x, void *user)
{
    (void)user;
    return sphere_at(d, x, 1e6);
}

static double raised_sphere(size_t d, const double *x, void *user)
{
    (void)user;
    return 1e6 + sphere_at(d, x, 2);
}

static double huge_sphere(size_t d, const double *x, void *user)
{
    (void)user;
    return 1e200 * sphere_at(d, x, 2);
}

static double tiny_sphere(size_t d, const double *x, void *user)
{
    (void)user;
    return 1e-200 * sphere_at(d, x, 2);
}

static double ellipsoid(size_t d, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < d; i++)
        sum += pow(1e6, (double)i / (double)(d > 1 ? d - 1 : 1)) * x[i] * x[i];
    return sum;
}

/* Reflections at a few planes are a rotation (or its mirror image) that costs O(d). */
static double turned_ellipsoid(size_t d, const double *x, void *user)
{
    double y[MOST_DIM];
    memcpy(y, x, d * sizeof *y);
    for (size_t k = 1; k <= 3; k++) {
        double dot = 0, norm = 0;
        for (size_t i = 0; i < d; i++) {
            const double n = sin((double)(k * (i + 1)) * 1.7);
            dot += n * y[i];
            norm += n * n;
        }
        for (size_t i = 0; i < d; i++) y[i] -= 2 * dot / norm * sin((double)(k * (i + 1)) * 1.7);
    }
    return ellipsoid(d, y, user);
}

static double rosenbrock(size_t d, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i + 1 < d; i++)
        sum += 100 * (x[i] * x[i] - x[i + 1]) * (x[i] * x[i] - x[i + 1]) + (x[i] - 1) * (x[i] - 1);
    return sum;
}

static double rastrigin(size_t d, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < d; i++) sum += x[i] * x[i] + 10 - 10 * cos(6.283185307179586 * x[i]);
    return sum;
}

static double stairs(size_t d, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < d; i++) sum += floor(fabs(x[i]));
    return sum;
}

static double well(size_t d, const double *x, void *user)
{
    (void)user;
    return log(1e-12 + sphere_at(d, x, 50));
}

static double absolute(size_t d, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < d; i++) sum += fabs(x[i] - 3);
    return sum;
}

static double root(size_t d, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < d; i++) sum += sqrt(fabs(x[i] - 3));
    return sum;
}

static double slope(size_t d, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < d; i++) sum += x[i];
    return sum;
}

static double bottomless(size_t d, const double *x, void *user)
{
    return -sphere(d, x, user);
}

static double constant(size_t d, const double *x, void *user)
{
    (void)d, (void)x, (void)user;
    return 7;
}

/* Flat but for a small basin that the start does not see. */
static double needle(size_t d, const double *x, void *user)
{
    (void)user;
    const double r2 = sphere_at(d, x, 20);
    return r2 < 1 ? r2 - 1 : 0;
}

static double half_space(size_t d, const double *x, void *user)
{
    (void)user;
    return x[0] > 5 ? sphere_at(d, x, 6) : NAN;
}

static double half_space_infinite(size_t d, const double *x, void *user)
{
    (void)user;
    return x[0] > 5 ? sphere_at(d, x, 6) : INFINITY;
}

static double nowhere(size_t d, const double *x, void *user)
{
    (void)d, (void)x, (void)user;
    return NAN;
}

static double corner(size_t d, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < d; i++) sum += (double)(i + 1) * (x[i] + 2);
    return sum;
}

static double edge(size_t d, const double *x, void *user)
{
    double sum = (x[0] + 9) * (x[0] + 9);
    (void)user;
    for (size_t i = 1; i < d; i++) sum += (x[i] - 0.5) * (x[i] - 0.5);
    return sum - 49;
}

static double uniform(uint64_t z)
{
    z = (z + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return ((double)((z ^ z >> 31) >> 11) + 0.5) * 0x1p-53;
}

static double normal(calls *c)
{
    c->n++;
    return sqrt(-2 * log(uniform(2 * c->n))) * cos(6.283185307179586 * uniform(2 * c->n + 1));
}

static double noisy_sphere(size_t d, const double *x, void *user)
{
    return sphere_at(d, x, 2) + normal(user);
}

static double noisier_sphere(size_t d, const double *x, void *user)
{
    return sphere_at(d, x, 2) * (1 + 0.5 * normal(user));
}

/* clang-format off */
static const problem problems[] = {
    {.name = "sphere at 1000", .dim = 5, .value = far_sphere, .close = 1e-8, .solved = true},
    {.name = "sphere at 1000", .dim = 10, .value = far_sphere, .close = 1e-8, .solved = true},
    {.name = "sphere at 10^6", .dim = 10, .value = farthest_sphere, .close = 1e-8, .solved = true},
    {.name = "sphere, sigma 1e-3", .dim = 10, .value = sphere, .start = 3, .sigma = 1e-3, .close = 1e-8, .solved = true},
    {.name = "sphere, sigma 1e3", .dim = 10, .value = sphere, .start = 3, .sigma = 1e3, .close = 1e-8, .solved = true},
    {.name = "sphere from 10^6", .dim = 5, .value = sphere, .start = 1e6, .close = 1e-8, .solved = true},
    {.name = "sphere, 50 variables", .dim = 50, .value = sphere, .start = 1, .close = 1e-8, .solved = true, .evaluations = 8000},
    {.name = "sphere above 10^6", .dim = 5, .value = raised_sphere, .best = 1e6, .close = 1e-6, .solved = true},
    {.name = "sphere times 10^200", .dim = 5, .value = huge_sphere, .close = 1e192, .solved = true},
    {.name = "sphere times 10^-200", .dim = 5, .value = tiny_sphere, .close = 1e-208},
    {.name = "sphere, 1 variable", .dim = 1, .value = sphere, .start = 3, .close = 1e-8, .solved = true},
    {.name = "|x|, 1 variable", .dim = 1, .value = absolute, .close = 1e-8, .solved = true},
    {.name = "|x|", .dim = 8, .value = absolute, .close = 1e-8, .solved = true},
    {.name = "root of |x|", .dim = 4, .value = root, .close = 1e-4},
    {.name = "ellipsoid, sigma 1e-3", .dim = 10, .value = ellipsoid, .start = 3, .sigma = 1e-3, .close = 1e-8, .solved = true},
    {.name = "turned ellipsoid", .dim = 20, .value = turned_ellipsoid, .start = 3, .close = 1e-8, .solved = true},
    {.name = "Rosenbrock", .dim = 2, .value = rosenbrock, .close = 1e-8, .solved = true},
    {.name = "Rosenbrock, sigma 1e-3", .dim = 10, .value = rosenbrock, .sigma = 1e-3, .close = 1e-8},
    {.name = "Rosenbrock, sigma 1e3", .dim = 10, .value = rosenbrock, .sigma = 1e3, .close = 1e-8},
    {.name = "Rastrigin from its optimum", .dim = 10, .value = rastrigin, .close = 1e-12, .solved = true},
    {.name = "Rastrigin from nearby", .dim = 5, .value = rastrigin, .start = 0.1, .sigma = 0.05, .close = 1e-8, .solved = true},
    {.name = "stairs", .dim = 4, .value = stairs, .start = 50.5, .close = 0.5, .solved = true},
    {.name = "stairs", .dim = 10, .value = stairs, .start = 50.5, .close = 0.5, .solved = true},
    {.name = "logarithmic well", .dim = 6, .value = well, .best = -27.631021115928547, .close = 1e-2, .solved = true},
    {.name = "slope without end", .dim = 3, .value = slope, .best = NAN},
    {.name = "slope without end", .dim = 10, .value = slope, .best = NAN},
    {.name = "hill", .dim = 4, .value = bottomless, .start = 1, .best = NAN},
    {.name = "constant", .dim = 6, .value = constant, .best = NAN},
    {.name = "needle", .dim = 3, .value = needle, .best = -1, .close = 1e-8},
    {.name = "half space of NaN", .dim = 4, .value = half_space, .best = 0, .close = 1e-8, .solved = true},
    {.name = "half space of infinity", .dim = 4, .value = half_space_infinite, .close = 1e-8, .solved = true},
    {.name = "NaN everywhere", .dim = 3, .value = nowhere, .best = NAN},
    {.name = "corner of the box", .dim = 6, .value = corner, .lower = -2, .upper = 3, .close = 1e-8, .solved = true},
    {.name = "face of the box", .dim = 6, .value = edge, .lower = -2, .upper = 3, .close = 1e-8, .solved = true},
    {.name = "additive noise", .dim = 5, .value = noisy_sphere, .close = 0.5, .guard = 20000, .truth = true},
    {.name = "multiplicative noise", .dim = 5, .value = noisier_sphere, .close = 1e-3, .guard = 20000, .truth = true},
};
/* clang-format on */
enum { PROBLEMS = sizeof problems / sizeof *problems };

static nes_opt *solve(const problem *p, uint64_t seed)
{
    double x0[MOST_DIM], lower[MOST_DIM], upper[MOST_DIM];
    calls c = {seed << 32};
    nes_settings s;
    nes_settings_default(&s);
    for (size_t i = 0; i < p->dim; i++) {
        x0[i] = p->start;
        lower[i] = p->lower;
        upper[i] = p->upper;
    }
    s.seed = seed;
    s.max_gens = p->guard / 8;
    if (p->sigma > 0) s.sigma = p->sigma;
    if (p->lower < p->upper) s.lower = lower, s.upper = upper;
    nes_opt *o = run_start(p->dim, x0, &s);
    assert_int_equal(nes_run(o, p->value, &c), NES_OK);
    return o;
}

static void check(const problem *p, uint64_t seed)
{
    nes_opt *o = solve(p, seed);
    const nes_result r = run_result(o);
    const double f = p->truth ? sphere_at(p->dim, r.mean_x, 2) : r.best_f;
    const bool right = !isnan(p->best) && fabs(f - p->best) <= p->close;
    if (getenv("NES_SHOW") != NULL)
        print_message("%-28s %2zu %d: %-10s %8llu evaluations, f = %-12.6g %s | %s\n", p->name,
                      p->dim, (int)seed, nes_trust_name(r.trust), (unsigned long long)r.evaluations,
                      f, right ? "right" : "WRONG", r.trust_text);
    if ((p->solved && !right) || (r.trust == NES_TRUST_CONVERGED && !right))
        fail_msg("%s, %zu variables, seed %d: f = %.17g is called %s (%s); %s", p->name, p->dim,
                 (int)seed, f, nes_trust_name(r.trust), r.trust_text, r.stop_text);
    if (p->evaluations > 0 && r.evaluations > p->evaluations)
        fail_msg("%s, %zu variables, seed %d: %llu evaluations", p->name, p->dim, (int)seed,
                 (unsigned long long)r.evaluations);
    nes_destroy(o);
}

static void right_or_not_called_so(void **state)
{
    (void)state;
    assert_true(PROBLEMS >= 30);
    for (size_t i = 0; i < PROBLEMS; i++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) check(&problems[i], seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(right_or_not_called_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
