/* SPDX-License-Identifier: MIT
 *
 * Integrals over the user's law of distances. With x = ln r a moment is the integral of
 * e^(d x) q(e^2x) times a function of r. The trapezoidal rule along x = centre + width sinh(t)
 * converges faster than any power of its step for a smooth q: doubling the points squares the
 * error. A law that cannot be used is refused with a sentence that says why. [math: A19] */
#include "family/user_law.h"

#include <math.h>
#include <string.h>

#include "rng/random.h"

enum { FARTHEST = 340 }; /* the largest |ln r| whose squares are still finite and not zero */

size_t nes_law_ntau(const void *law)
{
    return law != NULL ? ((const nes_radial *)law)->ntau : 0;
}

static size_t nfisher(size_t ntau)
{
    return NES_LAW_BLOCK + (1 + ntau) * (1 + ntau);
}

size_t nes_law_ntheta(const void *law)
{
    const size_t ntau = nes_law_ntau(law);
    return ntau + nfisher(ntau);
}

/* Moments: weight, means of the scores of trace and tau, the Fisher matrix of mean and shape, and
 * the block of products of scores. */
static size_t nmoments(size_t ntau)
{
    return 2 + ntau + nfisher(ntau);
}

/* The most of two: two rows of moments and the scores at a point; a linear system and the scores of
 * a sample. */
size_t nes_law_nwork(const void *law)
{
    const size_t ntau = nes_law_ntau(law), size = 1 + ntau;
    const size_t integrals = 2 * nmoments(ntau) + size, system = size * size + 2 * size;
    return integrals > system ? integrals : system;
}

/* The integrand: where it has its top, how wide it is there. */
typedef struct integral {
    const nes_radial *law;
    const double *tau;
    double d, centre, width, top;
    double undefined; /* squared distance where a function was not a number; NaN: there was none */
    double *score;    /* 1 + ntau */
} integral;

/* ln of the density of x = ln r, up to a constant. */
static double height(integral *s, double x)
{
    if (!(fabs(x) < FARTHEST)) return -INFINITY;
    const double r2 = exp(2 * x), q = s->law->logq(s->tau, (size_t)s->d, r2, s->law->user);
    if (isnan(q) || q == INFINITY) s->undefined = r2;
    return s->d * x + q;
}

/* How far from the centre, to one side, the logarithm has fallen by 1. */
static double half_width(integral *s, double side)
{
    double low = 0, high = 0x1p-30;
    while (high < FARTHEST && height(s, s->centre + side * high) > s->top - 1) high *= 2;
    for (int i = 0; i < 20; i++) {
        const double middle = 0.5 * (low + high);
        if (height(s, s->centre + side * middle) > s->top - 1)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* A search on a grid that becomes finer finds the top of any hill that is not hidden in it. */
static void locate(integral *s)
{
    s->centre = 0;
    s->top = -INFINITY;
    for (double step = 2, from = -FARTHEST, to = FARTHEST; step > 1e-7; step /= 8) {
        for (double x = from; x <= to; x += step) {
            const double h = height(s, x);
            if (h > s->top) s->top = h, s->centre = x;
        }
        from = s->centre - step;
        to = s->centre + step;
    }
    s->width = 0.5 * (half_width(s, -1) + half_width(s, 1));
}

/* Adds the contribution of one point. The scores are those of the trace part of M and of tau. */
static void add_point(integral *s, double t, double *m)
{
    const nes_radial *law = s->law;
    const size_t ntau = law->ntau, d = (size_t)s->d;
    const double x = s->centre + s->width * sinh(t), r2 = exp(2 * x);
    const double w = cosh(t) * exp(height(s, x) - s->top);
    if (!(w > 0)) return;
    const double part = -law->slope(s->tau, d, r2, law->user) * r2; /* h r^2 */
    double *g = s->score, *means = m + 1, *fisher = means + 1 + ntau;
    g[0] = (part - 0.5 * s->d) / sqrt(s->d);
    if (ntau > 0) law->score(s->tau, d, r2, g + 1, law->user);
    m[0] += w;
    fisher[NES_LAW_MEAN] += w * 4 / s->d * part * (part / r2);
    fisher[NES_LAW_SHAPE] += w * 2 * part * part / (s->d * (s->d + 2));
    for (size_t i = 0; i <= ntau; i++) {
        if (!isfinite(g[i])) s->undefined = r2;
        means[i] += w * g[i];
        for (size_t j = 0; j <= ntau; j++)
            fisher[NES_LAW_BLOCK + i * (1 + ntau) + j] += w * g[i] * g[j];
    }
}

/* All points t = (i + shift) step; the map sinh takes them as far out as numbers go. */
static void add_points(integral *s, double step, double shift, double *m)
{
    enum { REACH = 14 };
    const int most = (int)(REACH / step);
    for (int i = -most; i <= most; i++) add_point(s, (i + shift) * step, m);
}

/* The largest change of a mean, relative to 1 plus its size. */
static double difference(const double *a, const double *b, size_t n)
{
    double most = fabs(a[0] / b[0] - 1);
    for (size_t i = 1; i < n; i++) {
        const double change = fabs(a[i] / a[0] - b[i] / b[0]) / (1 + fabs(b[i] / b[0]));
        most = change <= most ? most : change;
    }
    return most;
}

/* Doubles the points until nothing changes any more. Returns the last change. */
static double integrate(integral *s, double *m, double *other)
{
    const size_t n = nmoments(s->law->ntau);
    double step = 0.25, change = INFINITY;
    memset(m, 0, n * sizeof *m);
    add_points(s, step, 0, m);
    for (int level = 0; level < 8 && !(change < 1e-11) && isnan(s->undefined); level++) {
        memcpy(other, m, n * sizeof *m);
        add_points(s, step, 0.5, m); /* the points between */
        for (size_t i = 0; i < n; i++) other[i] *= 2;
        change = difference(other, m, n);
        step /= 2;
    }
    return change;
}

/* Scores have mean zero; otherwise slope or score is wrong. */
static nes_law_report judge(const integral *s, const double *means, const double *fisher)
{
    const size_t n = 1 + s->law->ntau;
    nes_law_report report = {.flaw = NES_LAW_SOUND};
    for (size_t i = 0; i < n; i++) {
        const double size = sqrt(fisher[NES_LAW_BLOCK + i * n + i]);
        if (fabs(means[i]) <= 1e-4 * (size + 1e-9) && isfinite(size)) continue;
        report.flaw = i == 0 ? NES_LAW_SLOPE : NES_LAW_SCORE;
        report.found = i == 0 ? means[0] * sqrt(s->d) + 0.5 * s->d : means[i];
        report.which = i;
        return report;
    }
    return report;
}

nes_law_report nes_law_fisher(const nes_radial *law, const double *tau, size_t dim, double *fisher,
                              double *work)
{
    const size_t n = nmoments(law->ntau);
    double *m = work, *other = m + n;
    integral s = {.law = law, .tau = tau, .d = (double)dim, .undefined = NAN, .score = other + n};
    nes_law_report report = {.flaw = NES_LAW_DIVERGES};
    locate(&s);
    const bool bounded = isfinite(s.top) && s.width < FARTHEST / 2;
    const double change = bounded ? integrate(&s, m, other) : INFINITY;
    if (!isnan(s.undefined)) report = (nes_law_report){NES_LAW_UNDEFINED, s.undefined, 0};
    if (!isnan(s.undefined) || !(change < 1e-5)) return report;
    for (size_t i = 1; i < n; i++) m[i] /= m[0];
    memcpy(fisher, m + 2 + law->ntau, nfisher(law->ntau) * sizeof *fisher);
    return judge(&s, m + 1, fisher);
}

nes_status nes_law_check(const nes_settings *s, nes_note note)
{
    const nes_radial *law = s->radial;
    if (law == NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "family 'user-radial' needs a law of distances: set the field 'radial' "
                          "of the settings (nes/density.h)");
    const char *missing = law->logq == NULL     ? "function 'logq'"
                          : law->slope == NULL  ? "function 'slope'"
                          : law->radius == NULL ? "function 'radius'"
                          : law->ntau == 0      ? NULL
                          : law->tau0 == NULL   ? "start (tau0 is null)"
                          : law->score == NULL  ? "function 'score'"
                                                : NULL;
    if (missing != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "the radial law has no %s: logq, slope and radius are needed, and with "
                          "parameters (ntau is %zu) tau0 and score too",
                          missing, law->ntau);
    for (size_t i = 0; i < law->ntau; i++)
        if (!isfinite(law->tau0[i]))
            return nes_refuse(note, NES_ERR_VALUE,
                              "tau0[%zu] of the radial law is %g: give finite parameters", i + 1,
                              law->tau0[i]);
    return NES_OK;
}

static nes_status refuse_flaw(const nes_law_report *r, size_t dim, nes_note note)
{
    switch (r->flaw) {
    case NES_LAW_UNDEFINED:
        return nes_refuse(note, NES_ERR_VALUE,
                          "a function of the radial law is not a finite number at r2 = %g and "
                          "tau0: logq, slope and score must be, for all r2 > 0",
                          r->found);
    case NES_LAW_SLOPE:
        return nes_refuse(note, NES_ERR_VALUE,
                          "the mean of -slope times r2 under the radial law is %g at tau0, not "
                          "dim/2 = %g: slope must be the derivative of logq in r2",
                          r->found, 0.5 * (double)dim);
    case NES_LAW_SCORE:
        return nes_refuse(note, NES_ERR_VALUE,
                          "number %zu of the score of the radial law has the mean %g at tau0, not "
                          "0: it must be the derivative of logq in tau, normalised for every tau",
                          r->which, r->found);
    default:
        return nes_refuse(note, NES_ERR_VALUE,
                          "integrals over the radial law do not converge at tau0: exp(logq(r2)) "
                          "must be a smooth density of a point in %zu dimension%s",
                          dim, nes_s(dim));
    }
}

nes_status nes_law_try(const nes_radial *law, size_t dim, uint64_t seed, double *work,
                       nes_note note)
{
    nes_random r = {.stream = {.seed = seed, .lane = NES_LANE_PROBE}};
    const double n = sqrt((double)dim), radius = law->radius(law->tau0, dim, n, &r, law->user);
    if (!(radius >= 0 && radius < INFINITY))
        return nes_refuse(note, NES_ERR_VALUE,
                          "the radial law drew the distance %g at tau0: it must be finite and not "
                          "negative",
                          radius);
    const nes_law_report report =
        nes_law_fisher(law, law->tau0, dim, work + nes_law_nwork(law), work);
    return report.flaw == NES_LAW_SOUND ? NES_OK : refuse_flaw(&report, dim, note);
}
