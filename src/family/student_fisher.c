/* SPDX-License-Identifier: MIT
 *
 * The Fisher matrix of the multivariate Student distribution. [math: A19, A20] */
#include "family/student_fisher.h"

#include <math.h>

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
