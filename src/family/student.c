/* SPDX-License-Identifier: MIT
 *
 * The multivariate Student distribution with full shape: s = n / sqrt(chi2_nu / nu), n ~ N(0, I),
 * kept as z = n and the radial factor t. With the comma scheme, natural gradient in closed form and
 * nu fixed or adapted; nu = 1, the Cauchy distribution, with the elitist scheme is the heavy-tailed
 * hill climber, which follows the plain gradient. [math: A17-A21] */
#include "family/student.h"

#include <math.h>

#include "family/affine.h"
#include "family/families.h"
#include "linalg/vector.h"
#include "util/limits.h"

/* psi and psi' of positive numbers: recurrence up to 10, then the asymptotic series. */
static double digamma(double x)
{
    double sum = 0;
    if (!(x > 0)) return NAN;
    for (; x < 10; x++) sum -= 1 / x;
    const double y = 1 / (x * x);
    const double series =
        y *
        (1.0 / 12 -
         y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y * (1.0 / 132 - y * 691.0 / 32760)))));
    return sum + log(x) - 0.5 / x - series;
}

static double trigamma(double x)
{
    double sum = 0;
    if (!(x > 0)) return NAN;
    for (; x < 10; x++) sum += 1 / (x * x);
    const double y = 1 / (x * x);
    const double series =
        y * (1.0 / 6 -
             y * (1.0 / 30 - y * (1.0 / 42 - y * (1.0 / 30 - y * (5.0 / 66 - y * 691.0 / 2730)))));
    return sum + (1 + 0.5 / x + series) / x;
}

/* ln Gamma. The C library's lgamma writes a global variable, which two threads must not. */
static double log_gamma(double x)
{
    double product = 1;
    if (!(x > 0)) return NAN; /* counting up from far below would not end */
    for (; x < 10; x++) product *= x;
    const double y = 1 / (x * x);
    const double tail = 1.0 / 1188 - y * (691.0 / 360360 - y / 156);
    const double series =
        1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y * tail)));
    return (x - 0.5) * log(x) - x + 0.91893853320467274178 + series / x - log(product);
}

nes_student_fisher nes_student_fisher_of(size_t dim, double nu)
{
    const double d = (double)dim, a = nu + d, b = nu + d + 2;
    return (nes_student_fisher){
        .delta = a / b,
        .shape = 0.5 * a / b,
        .scale = 0.5 * nu / b,
        .cross = -sqrt(d) / (a * b),
        .tail =
            0.25 * (trigamma(0.5 * nu) - trigamma(0.5 * a)) - d * (nu + d + 4) / (2 * nu * a * b),
    };
}

void nes_student_logs(size_t dim, double nu, double c, size_t n, const double *r2, double *log_q)
{
    const double d = (double)dim, pi = 3.14159265358979323846;
    const double constant =
        log_gamma(0.5 * (nu + d)) - log_gamma(0.5 * nu) - 0.5 * d * log(pi * nu);
    for (size_t k = 0; k < n; k++) log_q[k] += c * (constant - 0.5 * (nu + d) * log1p(r2[k] / nu));
}

double nes_student_log(size_t dim, double nu, double r2)
{
    double sum = 0;
    nes_student_logs(dim, nu, 1, 1, &r2, &sum);
    return sum;
}

double nes_student_tail_score(size_t dim, double nu, double r2)
{
    const double d = (double)dim;
    return 0.5 * (digamma(0.5 * (nu + d)) - digamma(0.5 * nu) - d / nu - log1p(r2 / nu) +
                  (nu + d) / nu * r2 / (nu + r2));
}

/* With nu fixed below 3 the natural step of the scale is too long for small populations; there the
 * constant of one dimension is used. [math: A20] */
nes_student_pair nes_student_solve(const nes_student_fisher *f, size_t dim, double nu, bool adapted,
                                   nes_student_pair scores)
{
    const double root = sqrt((double)dim), a = scores.scale / root;
    if (!adapted) {
        const double step = a / (nu < 3 ? 0.5 * nu / (nu + 2) : f->scale);
        return (nes_student_pair){step / root, 0};
    } /* in ln nu: cross and tail scores times nu, its block times nu^2 */
    const double v = f->cross * nu, c = f->tail * nu * nu, g = scores.tail * nu;
    const double det = f->scale * c - v * v, step = (c * a - v * g) / det;
    return (nes_student_pair){step / root, (f->scale * g - v * a) / det};
}

bool nes_student_sound(const nes_dist *p, nes_note note)
{
    const double nu = p->family->nu(p);
    if (nu >= 0.01 && nu <= NES_HUGE) return true;
    nes_print(note.text, note.size, "the degrees of freedom are %g, but must be at least 0.01", nu);
    return false;
}

enum { TRIES = 100 };
static const double LONGEST = 1e150;

static void take(nes_dist *p, const nes_settings *s)
{
    nes_affine_take(p, s);
    p->own[NES_AFFINE_ADAPTS] = s->adapt_nu;
    p->own[NES_AFFINE_LITERAL] = s->cauchy_literal;
}

/* Whether the degrees of freedom are a parameter that is adapted. */
static bool adapts(const nes_dist *p)
{
    return p->own[NES_AFFINE_ADAPTS] != 0;
}

/* Whether the factor is the scalar Cauchy number that was once printed. [math: A21] */
static bool is_literal(const nes_dist *p)
{
    return p->own[NES_AFFINE_LITERAL] != 0;
}

/* The factor is 1/|n_0| for nu = 1, and in the literal mode the signed Cauchy number n_0/n_1. The
 * normal numbers n_i are those behind the coordinates of the sample, the first that give a finite
 * factor. Tails so heavy that hardly any factor is finite are cut where squares still are. */
static double radial_factor(const nes_dist *p, const nes_stream *s, const double *z)
{
    (void)z;
    const double nu = *nes_affine_nu(p);
    const bool literal = is_literal(p);
    const uint64_t first = (p->d + 1) / 2 * 2;
    for (uint64_t i = 0; i < TRIES; i++) {
        double n[2];
        nes_normals(s, first + i * 1024, 2, n);
        const double t = literal   ? n[0] / n[1]
                         : nu == 1 ? 1 / fabs(n[0])
                                   : sqrt(nu / nes_chi_square(s, nu, first + i * 1024));
        if (fabs(t) < LONGEST) return t;
    }
    return LONGEST;
}

/* The hill climber: w s s^T - I with w = (nu + d)/(nu + |s|^2) and no Fisher factors; the literal
 * mode takes the factor alone for the radius and the normal vector for s. [math: A21] */
static void climb(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    const double d = (double)p->d, nu = *nes_affine_nu(p);
    const bool literal = is_literal(p);
    double scale = -b->u0;
    for (size_t k = 0; k < b->n; k++) {
        const double *z = b->z + k * p->d, z2 = nes_dot(p->d, z, z);
        const double t2 = b->tail[k] * b->tail[k];
        const double w = (nu + d) / (nu + (literal ? t2 : t2 * z2));
        s->outer[k] = b->u[k] * w * (literal ? 1 : t2);
        scale += s->outer[k] * z2 / d - b->u[k];
        s->mean[k] = b->v[k] * b->tail[k];
    }
    s->scale = scale;
}

/* Scores h s s^T - I/2 and 2 h s, h = (nu + d)/(2 (nu + |s|^2)), times the inverse Fisher matrix.
 */
static void follow(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    const double d = (double)p->d, nu = *nes_affine_nu(p);
    const bool adapted = adapts(p);
    const nes_student_fisher f = nes_student_fisher_of(p->d, nu);
    nes_student_pair sums = {0, 0};
    double *mean = s->mean;
    nes_batch_lengths(b, 0, b->n, mean); /* where the weights of the mean will be */
    for (size_t k = 0; k < b->n; k++) {
        const double r2 = mean[k], h = 0.5 * (nu + d) / (nu + r2), t = b->tail[k];
        mean[k] = b->v[k] * 2 * h * t / f.delta;
        s->outer[k] = b->u[k] * h * t * t / f.shape;
        sums.scale += b->u[k] * (h * r2 - 0.5 * d);
        if (adapted) sums.tail += b->u[k] * nes_student_tail_score(p->d, nu, r2);
    }
    sums = nes_student_solve(&f, p->d, nu, adapted, sums);
    s->tail = sums.tail;
    s->scale = sums.scale - b->u0;
}

static void propose(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    nes_step_begin(s, b);
    if (s->plain)
        climb(p, b, s);
    else
        follow(p, b, s);
}

static int apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    const double nu = *nes_affine_nu(p);
    if (nes_affine_apply(p, b, s, eta)) return 1;
    if (adapts(p) && !s->plain)
        *nes_affine_nu(p) = fmin(200, fmax(0.2, nu * exp(eta->nu * s->tail)));
    return 0;
}

static void log_density(const nes_dist *p, const nes_step *before, double c, size_t n,
                        const double *r2, double *log)
{
    const double nu = before != NULL ? nes_affine_nu_before(before) : *nes_affine_nu(p);
    nes_student_logs(p->d, nu, c, n, r2, log);
}

static const nes_affine_law law = {log_density};

/* The last parameter is ln nu, which has no score where it is fixed. */
static size_t nparam(const nes_dist *p)
{
    return nes_affine_nparam(p) + 1;
}

static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)
{
    const double nu = *nes_affine_nu(p), r2 = nes_batch_norm2(b, k);
    double *tail = nes_affine_score(p, b, k, 0.5 * (nu + (double)p->d) / (nu + r2), s);
    *tail = adapts(p) ? nu * nes_student_tail_score(p->d, nu, r2) : 0;
}

static void along(const nes_dist *p, nes_batch *b, nes_step *s)
{
    s->tail = *nes_affine_along(p, b, s);
}

static double tails(const nes_dist *p)
{
    return *nes_affine_nu(p);
}

static const nes_scores scores = {
    .nparam = nparam, .logpdf = nes_affine_logpdf, .score = score, .along = along};

const nes_family nes_student = {
    .name = "student",
    .doc = "multivariate Student distribution with a full shape matrix (Cauchy for nu = 1)",
    .law = &law,
    .located = true,
    .matrix = true,
    .shares = true,
    .uses = NES_USES_LIMIT | NES_USES_SHAPE | NES_USES_ADAPT_NU | NES_USES_LITERAL,
    .rate = nes_rate_full,
    .elitist_down = 0.2,
    .elitist_learn = 0.25,
    .take = take,
    .ntheta = nes_affine_ntheta,
    .nwork = nes_affine_nwork,
    .nimage = nes_padded_image,
    .init = nes_affine_init,
    .sound = nes_student_sound,
    .radius = radial_factor,
    .place = nes_affine_place,
    .nlocalize = nes_affine_nlocalize,
    .localize = nes_affine_localize,
    .propose = propose,
    .apply = apply,
    .densities = &nes_affine_densities,
    .scores = &scores,
    .natural = &nes_affine_natural,
    .widths = &nes_affine_widths,
    .nu = tails,
};
