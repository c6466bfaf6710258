/* SPDX-License-Identifier: MIT
 *
 * The normal distribution by the logarithm of its covariance, Sigma = exp(M): every symmetric M is
 * valid. theta = (mu, upper triangle of M, A, A^-1, ln det A, V, m), A = exp(M/2), M = V^T diag(m)
 * V. In the basis of V, with q = V z and t_ij = (m_i - m_j)/2, score of M             1/2
 * (sinh(t)/t q q^T - I) natural gradient of M  t/sinh(t) (sum u_k q_k q_k^T - U I) because the
 * derivative of exp is e^((m_i + m_j)/2) sinh(t)/t there, and the exponentials cancel: no matrix of
 * Fisher information, O(d^3) instead of O(d^7).   [math: A10, X24] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/multinormal.h"
#include "linalg/invert.h"
#include "linalg/vector.h"

static double *basis(const nes_dist *p)
{
    return nes_multinormal_of(p).rest;
}

static double *logarithms(const nes_dist *p)
{
    return basis(p) + p->d * p->d;
}

static size_t ntheta(const nes_dist *p)
{
    return nes_multinormal_ntheta(p) + p->d * p->d + p->d;
}

/* out = V^T a V for symmetric a, which is lost. */
static void from_basis(size_t d, const double *v, double *a, double *out)
{
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            double sum = 0;
            for (size_t l = 0; l < d; l++) sum += a[i * d + l] * v[l * d + j];
            out[j * d + i] = sum;
        }
    memcpy(a, out, d * d * sizeof *a);
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++) {
            double sum = 0;
            for (size_t l = 0; l < d; l++) sum += v[l * d + i] * a[j * d + l];
            out[i * d + j] = out[j * d + i] = sum;
        }
}

/* out = V^T diag(e^(c m)) V */
static void exponential(const nes_dist *p, double c, double *out)
{
    const size_t d = p->d;
    const double *m = logarithms(p);
    double *a = p->work;
    memset(a, 0, d * d * sizeof *a);
    for (size_t i = 0; i < d; i++) a[i * d + i] = exp(c * m[i]);
    from_basis(d, basis(p), a, out);
}

static int refresh(nes_dist *p)
{
    const size_t d = p->d;
    const nes_multinormal v = nes_multinormal_of(p);
    double *m = logarithms(p);
    nes_unpack(d, v.packed, v.root);
    if (nes_decompose(d, v.root, basis(p), m, p->work, p->level)) return 1;
    exponential(p, 0.5, v.root);
    exponential(p, -0.5, v.inverse);
    *v.log_det = 0;
    for (size_t i = 0; i < d; i++) *v.log_det += 0.5 * m[i];
    return !(exp(0.5 * m[0]) > 0 && exp(-0.5 * m[d - 1]) > 0); /* both finite and not zero */
}

/* a <- logarithm of the symmetric matrix c, by its eigenvalues */
static int logarithm(nes_dist *p, double *c, double *a)
{
    const size_t d = p->d;
    double *m = logarithms(p);
    if (nes_decompose(d, c, basis(p), m, a, p->level)) return 1;
    memset(a, 0, d * d * sizeof *a);
    for (size_t i = 0; i < d; i++) {
        if (!(m[i] > m[d - 1] * 0x1p-52)) return 1;
        a[i * d + i] = log(m[i]);
    }
    from_basis(d, basis(p), a, c);
    memcpy(a, c, d * d * sizeof *a);
    return 0;
}

/* Without a factor M is diagonal, and no covariance can overflow. */
static int init(nes_dist *p, const nes_start *s)
{
    const size_t d = p->d;
    const nes_multinormal v = nes_multinormal_of(p);
    double *a = p->work;
    nes_multinormal_start(p, s, a, v.root);
    if (s->factor == NULL)
        for (size_t i = 0; i < d; i++) a[i * d + i] = 2 * log(s->std[i]);
    else if (logarithm(p, v.root, a))
        return 1;
    nes_pack(d, a, v.packed);
    return refresh(p);
}

/* sinh(t)/t with t half the difference of two logarithms. */
static double bend(double a, double b)
{
    const double t = 0.5 * (a - b);
    return t == 0 ? 1 : sinh(t) / t;
}

static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)
{
    const size_t d = p->d;
    const double *m = logarithms(p);
    double *a = p->work, *g = a + d * d, *q = g + d * d;
    nes_product(d, 1, d, basis(p), b->z + k * d, q);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++)
            a[i * d + j] = 0.5 * (bend(m[i], m[j]) * q[i] * q[j] - (double)(i == j));
    from_basis(d, basis(p), a, g);
    nes_multinormal_whiten(p, b, k, s);
    s += d;
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++) *s++ = (i == j ? 1 : 2) * g[i * d + j];
}

static void propose(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    nes_weights_propose(p, b, s);
    s->additive = true;
    s->scale = -b->u0;
}

/* The natural gradient of M in the basis of V, into a. */
static void gradient(const nes_dist *p, const nes_batch *b, const nes_step *s, double *a, double *q)
{
    const size_t d = p->d;
    const double *m = logarithms(p);
    double sum = -s->scale;
    memset(a, 0, d * d * sizeof *a);
    for (size_t k = 0; k < s->n + s->extra; k++) {
        sum += s->outer[k];
        nes_product(d, 1, d, basis(p), b->z + k * d, q);
        for (size_t i = 0; i < d; i++)
            for (size_t j = 0; j < d; j++) a[i * d + j] += s->outer[k] * q[i] * q[j];
    }
    for (size_t i = 0; i < d; i++) {
        a[i * d + i] -= sum;
        for (size_t j = 0; j < d; j++) a[i * d + j] /= bend(m[i], m[j]);
    }
}

/* mu += eta sum mean_k y_k */
static void move_mean(const nes_dist *p, nes_batch *b, const nes_step *s, double eta)
{
    const size_t d = p->d, n = s->n + s->extra;
    const nes_multinormal v = nes_multinormal_of(p);
    for (size_t k = s->n; k < n; k++) /* rows that are no samples have no A z yet */
        nes_product(d, 1, d, v.root, b->z + k * d, b->y + k * b->width);
    for (size_t i = 0; i < d; i++) {
        double delta = 0;
        for (size_t k = 0; k < n; k++) delta += s->mean[k] * b->y[k * b->width + i];
        v.mu[i] += eta * delta;
        if (s->record != NULL && s->densities) s->record[i] = -eta * delta;
    }
}

/* Of the move of M, the part that the rate of the scale makes: eta g I. */
static void remember_scale(const nes_dist *p, nes_step *s, double move)
{
    const size_t d = p->d;
    double *to = nes_multinormal_move(p, s);
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++) *to++ = i == j ? move : 0;
}

/* M += eta_shape (G - g I) + eta_sigma g I,  g = tr(G)/d */
static int apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    const size_t d = p->d;
    double *a = p->work, *g = a + d * d, trace = 0;
    double *packed = nes_multinormal_of(p).packed;
    s->rates = *eta;
    gradient(p, b, s, a, g);
    for (size_t i = 0; i < d; i++) trace += a[i * d + i] / (double)d;
    from_basis(d, basis(p), a, g);
    if (s->record != NULL) nes_multinormal_remember(p, s, p->theta);
    if (s->record != NULL && s->stretches) remember_scale(p, s, eta->sigma * trace);
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++)
            *packed++ +=
                eta->shape * g[i * d + j] + (i == j ? (eta->sigma - eta->shape) * trace : 0);
    move_mean(p, b, s, eta->mu);
    return refresh(p);
}

static const nes_scores scores = {.symmetric = true,
                                  .nparam = nes_multinormal_nparam,
                                  .logpdf = nes_multinormal_logpdf,
                                  .score = score,
                                  .refresh = refresh};

const nes_family nes_gauss_exp = {
    .name = "gauss-exp",
    .doc = "normal distribution by the logarithm of its covariance matrix",
    .located = true,
    .matrix = true,
    .uses = NES_USES_SHAPE,
    .rate = nes_rate_full,
    .elitist_down = 0.2,
    .elitist_learn = 0.25,
    .ntheta = ntheta,
    .nwork = nes_multinormal_nwork,
    .nimage = nes_padded_image,
    .init = init,
    .variates = nes_normal_variates,
    .place = nes_multinormal_place,
    .localize = nes_multinormal_localize,
    .propose = propose,
    .apply = apply,
    .densities = &nes_multinormal_densities,
    .scores = &scores,
    .widths = &nes_multinormal_widths,
};
