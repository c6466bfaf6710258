/* SPDX-License-Identifier: MIT
 *
 * Normal distributions with an explicit parameter matrix: sampling, densities, shape. y = A z = x -
 * mu is kept beside every z. The record of a step holds mu_old - mu_new, ln |det A_old| and
 * A_old^-1, where densities before it will be asked for, and the move of the parameters of the
 * matrix, where those after a longer step will. [math: A2, A5, A7] */
#include "family/multinormal.h"

#include <math.h>
#include <string.h>

#include "family/affine.h"
#include "linalg/invert.h"
#include "linalg/vector.h"

nes_multinormal nes_multinormal_of(const nes_dist *p, size_t h)
{
    const size_t d = p->d;
    nes_multinormal m = {p->theta, p->theta + d, p->theta + d + h, NULL, NULL, NULL};
    m.inverse = m.root + d * d;
    m.log_det = m.inverse + d * d;
    m.rest = m.log_det + 1;
    return m;
}

size_t nes_multinormal_ntheta(size_t d, size_t h)
{
    return d + h + 2 * d * d + 1;
}

static size_t scratch(size_t d)
{
    const size_t most = nes_invert_work(d), usual = 3 * d * d + 4 * d;
    return most > usual ? most : usual;
}

/* Behind the scratch of a refresh another theta: none is longer than that of gauss-exp. */
size_t nes_multinormal_nwork(size_t d, size_t n)
{
    (void)n;
    return scratch(d) + nes_multinormal_ntheta(d, nes_packed(d)) + d * d + d;
}

size_t nes_packed(size_t d)
{
    return d * (d + 1) / 2;
}

void nes_pack(size_t d, const double *full, double *packed)
{
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++) *packed++ = full[i * d + j];
}

void nes_unpack(size_t d, const double *packed, double *full)
{
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++) full[i * d + j] = full[j * d + i] = *packed++;
}

void nes_multinormal_start(const nes_dist *p, const nes_start *s, double *a, double *covariance)
{
    memcpy(p->theta, s->mu, p->d * sizeof *s->mu);
    nes_affine_factor(s, p->d, 1, a);
    if (covariance != NULL) nes_product(p->d, p->d, p->d, a, a, covariance);
}

void nes_multinormal_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi, size_t h)
{
    const size_t d = p->d;
    const nes_multinormal m = nes_multinormal_of(p, h);
    for (size_t k = lo; k < hi; k++) {
        double *y = b->y + k * b->width;
        nes_product(d, 1, d, m.root, b->z + k * d, y);
        for (size_t i = 0; i < d; i++) b->x[k * d + i] = m.mu[i] + y[i];
    }
}

void nes_multinormal_whiten(const nes_dist *p, const nes_batch *b, size_t k, size_t h, double *w)
{
    const size_t d = p->d;
    const double *inverse = nes_multinormal_of(p, h).inverse;
    memset(w, 0, d * sizeof *w);
    for (size_t l = 0; l < d; l++)
        for (size_t i = 0; i < d; i++) w[i] += b->z[k * d + l] * inverse[l * d + i];
}

size_t nes_multinormal_nrecord(size_t d, size_t n, bool densities)
{
    (void)n;
    return densities ? d + 1 + d * d : 0;
}

double *nes_multinormal_move(const nes_dist *p, const nes_step *s)
{
    return s->record + nes_multinormal_nrecord(p->d, s->n, s->densities);
}

void nes_multinormal_remember(const nes_dist *p, nes_step *s, const double *before, size_t h)
{
    const size_t d = p->d;
    const nes_dist old = {.d = d, .theta = (double *)(uintptr_t)before};
    const nes_multinormal m = nes_multinormal_of(&old, h);
    if (!s->densities) return;
    for (size_t i = 0; i < d; i++) s->record[i] = m.mu[i] - p->theta[i];
    s->record[d] = *m.log_det;
    memcpy(s->record + d + 1, m.inverse, d * d * sizeof *m.inverse);
}

void nes_multinormal_remember_move(const nes_dist *p, nes_step *s, size_t nparam)
{
    double *move = nes_multinormal_move(p, s);
    for (size_t i = p->d; s->stretches && i < nparam; i++)
        *move++ = s->rates.sigma * s->direction[i];
}

/* y and z of slot k under the present distribution. */
static void localise(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t k, size_t h,
                     double *y, double *z)
{
    for (size_t i = 0; i < p->d; i++) y[i] = b->y[k * b->width + i] + s->record[i];
    nes_product(p->d, 1, p->d, nes_multinormal_of(p, h).inverse, y, z);
}

void nes_multinormal_change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log,
                            size_t h)
{
    const size_t d = p->d;
    double *y = p->work, *z = p->work + d;
    for (size_t k = 0; k < b->n; k++) {
        localise(p, s, b, k, h, y, z);
        log[k] = 0.5 * (nes_batch_norm2(b, k) - nes_dot(d, z, z)) + s->record[d] -
                 *nes_multinormal_of(p, h).log_det;
    }
}

void nes_multinormal_relocate(const nes_dist *p, const nes_step *s, nes_batch *b,
                              const unsigned char *keep, size_t h)
{
    for (size_t k = 0; k < b->n; k++)
        if (keep[k]) localise(p, s, b, k, h, b->y + k * b->width, b->z + k * p->d);
}

double nes_multinormal_ratio(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t k,
                             size_t h)
{
    const size_t d = p->d;
    const nes_multinormal m = nes_multinormal_of(p, h);
    double *y = p->work, *z = p->work + d;
    nes_product(d, 1, d, m.root, b->z + k * d, y);
    for (size_t i = 0; i < d; i++) y[i] -= s->record[i];
    nes_product(d, 1, d, s->record + d + 1, y, z);
    return 0.5 * (nes_batch_norm2(b, k) - nes_dot(d, z, z)) + *m.log_det - s->record[d];
}

/* The distribution of the larger rate, behind the scratch; non-zero: it is none. */
static int imagine(const nes_dist *p, const nes_step *s, double extra,
                   const nes_multinormal_form *form, nes_dist *other)
{
    const size_t d = p->d, nparam = form->nparam(d);
    const double *move = nes_multinormal_move(p, s);
    *other = *p;
    other->theta = p->work + scratch(d);
    memcpy(other->theta, p->theta, nparam * sizeof *p->theta);
    for (size_t i = d; i < nparam; i++) {
        other->theta[i] += extra * move[i - d];
        if (!isfinite(other->theta[i])) return 1;
    }
    return form->refresh(other);
}

/* to(from) z: local coordinates of the point that has z under another distribution of this centre;
 * y: d numbers of scratch. */
static void convert(const nes_dist *from, const nes_dist *to, const nes_multinormal_form *form,
                    double *y, double *z)
{
    const size_t d = from->d, h = form->h(d);
    nes_product(d, 1, d, nes_multinormal_of(from, h).root, z, y);
    nes_product(d, 1, d, nes_multinormal_of(to, h).inverse, y, z);
}

void nes_multinormal_longer(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,
                            size_t hi, double extra, double *log, const nes_multinormal_form *form)
{
    const size_t d = p->d, h = form->h(d);
    double *y = p->work, *z = p->work + d;
    nes_dist other;
    const int failed = imagine(p, s, extra, form, &other);
    const double constant =
        failed ? NAN : *nes_multinormal_of(p, h).log_det - *nes_multinormal_of(&other, h).log_det;
    for (size_t k = lo; k < hi; k++) {
        memcpy(z, b->z + k * d, d * sizeof *z);
        if (!failed) convert(p, &other, form, y, z);
        log[k - lo] = 0.5 * (nes_batch_norm2(b, k) - nes_dot(d, z, z)) + constant;
    }
}

int nes_multinormal_stretch(const nes_dist *p, const nes_step *s, nes_batch *b, size_t lo,
                            size_t hi, double extra, const nes_multinormal_form *form)
{
    nes_dist other;
    if (imagine(p, s, extra, form, &other)) return 1;
    for (size_t k = lo; k < hi; k++) convert(&other, p, form, p->work, b->z + k * p->d);
    return 0;
}

double nes_multinormal_logpdf(const nes_dist *p, const nes_batch *b, size_t k, size_t h)
{
    return -0.5 * nes_batch_norm2(b, k) - *nes_multinormal_of(p, h).log_det -
           0.91893853320467274178 * (double)p->d; /* ln(2 pi)/2 */
}

double nes_multinormal_sigma(const nes_dist *p, size_t h)
{
    return exp(*nes_multinormal_of(p, h).log_det / (double)p->d);
}

void nes_multinormal_spread(const nes_dist *p, double *std, size_t h)
{
    const double *a = nes_multinormal_of(p, h).root;
    for (size_t i = 0; i < p->d; i++) std[i] = sqrt(nes_dot(p->d, a + i * p->d, a + i * p->d));
}

/* Longest column of A times longest row of A^-1: never above the ratio of the axes, and equal to it
 * when the columns of A are the axes. */
double nes_multinormal_condition(const nes_dist *p, size_t h)
{
    const size_t d = p->d;
    const nes_multinormal m = nes_multinormal_of(p, h);
    double column = 0, row = 0;
    for (size_t i = 0; i < d; i++) {
        double sum = 0;
        for (size_t l = 0; l < d; l++) sum += m.root[l * d + i] * m.root[l * d + i];
        column = fmax(column, sqrt(sum));
        row = fmax(row, sqrt(nes_dot(d, m.inverse + i * d, m.inverse + i * d)));
    }
    return column * row;
}

void nes_multinormal_axis(const nes_dist *p, size_t i, double *a, size_t h)
{
    const double *root = nes_multinormal_of(p, h).root;
    for (size_t l = 0; l < p->d; l++) a[l] = root[l * p->d + i];
}
