/* SPDX-License-Identifier: MIT
 *
 * Normal distributions with an explicit parameter matrix: sampling, densities, shape. y = A z = x -
 * mu is kept beside every z. The record of a step holds mu_old - mu_new, ln |det A_old| and
 * A_old^-1, where densities before it will be asked for, and the move of the parameters of the
 * matrix, where those after a longer step will. [math: A2, A5, A7] */
#include "family/multinormal.h"

#include <math.h>
#include <string.h>

#include "linalg/invert.h"
#include "linalg/vector.h"

/* Numbers of theta between mu and A. */
static size_t between(const nes_dist *p)
{
    return p->family->scores->symmetric ? nes_packed(p->d) : 0;
}

size_t nes_multinormal_nparam(const nes_dist *p)
{
    return p->d + (p->family->scores->symmetric ? nes_packed(p->d) : p->d * p->d);
}

nes_multinormal nes_multinormal_of(const nes_dist *p)
{
    const size_t d = p->d, h = between(p);
    nes_multinormal m = {p->theta, p->theta + d, p->theta + d + h, NULL, NULL, NULL};
    m.inverse = m.root + d * d;
    m.log_det = m.inverse + d * d;
    m.rest = m.log_det + 1;
    return m;
}

size_t nes_multinormal_ntheta(const nes_dist *p)
{
    return p->d + between(p) + 2 * p->d * p->d + 1;
}

static size_t scratch(size_t d)
{
    const size_t most = nes_invert_work(d), usual = 3 * d * d + 4 * d;
    return most > usual ? most : usual;
}

/* Behind the scratch of a refresh another theta. */
size_t nes_multinormal_nwork(const nes_dist *p, size_t n)
{
    (void)n;
    return scratch(p->d) + p->family->ntheta(p);
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
    const size_t d = p->d;
    memcpy(p->theta, s->mu, d * sizeof *s->mu);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) a[i * d + j] = nes_start_entry(s, d, i, j) * s->std[j];
    if (covariance != NULL) nes_product(d, d, d, a, a, covariance);
}

void nes_multinormal_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = p->d;
    const nes_multinormal m = nes_multinormal_of(p);
    for (size_t k = lo; k < hi; k++) {
        double *y = b->y + k * b->width;
        nes_product(d, 1, d, m.root, b->z + k * d, y);
        for (size_t i = 0; i < d; i++) b->x[k * d + i] = m.mu[i] + y[i];
    }
}

int nes_multinormal_localize(const nes_dist *p, nes_slots at, double *work)
{
    const size_t d = p->d;
    const nes_multinormal m = nes_multinormal_of(p);
    (void)work;
    for (size_t k = at.lo; k < at.hi; k++) {
        double *y = at.b->y + k * at.b->width;
        for (size_t i = 0; i < d; i++) y[i] = at.b->x[k * d + i] - m.mu[i];
        nes_product(d, 1, d, m.inverse, y, at.b->z + k * d);
        at.b->tail[k] = 1;
    }
    return 0;
}

void nes_multinormal_whiten(const nes_dist *p, const nes_batch *b, size_t k, double *w)
{
    const size_t d = p->d;
    const double *inverse = nes_multinormal_of(p).inverse;
    memset(w, 0, d * sizeof *w);
    for (size_t l = 0; l < d; l++)
        for (size_t i = 0; i < d; i++) w[i] += b->z[k * d + l] * inverse[l * d + i];
}

static size_t ndensities(const nes_dist *p, bool densities)
{
    return densities ? p->d + 1 + p->d * p->d : 0;
}

static size_t nrecord(const nes_dist *p, size_t n, nes_asked asked)
{
    (void)n;
    const size_t moves = asked.stretches ? p->family->scores->nparam(p) - p->d : 0;
    return ndensities(p, asked.densities) + moves;
}

double *nes_multinormal_move(const nes_dist *p, const nes_step *s)
{
    return s->record + ndensities(p, s->densities);
}

void nes_multinormal_remember(const nes_dist *p, nes_step *s, const double *before)
{
    const size_t d = p->d;
    nes_dist old = *p;
    old.theta = (double *)(uintptr_t)before;
    const nes_multinormal m = nes_multinormal_of(&old);
    if (!s->densities) return;
    for (size_t i = 0; i < d; i++) s->record[i] = m.mu[i] - p->theta[i];
    s->record[d] = *m.log_det;
    memcpy(s->record + d + 1, m.inverse, d * d * sizeof *m.inverse);
}

static void remember(const nes_dist *p, nes_step *s, const double *before)
{
    const size_t nparam = p->family->scores->nparam(p);
    double *move = nes_multinormal_move(p, s);
    nes_multinormal_remember(p, s, before);
    for (size_t i = p->d; s->stretches && i < nparam; i++)
        *move++ = s->rates.sigma * s->direction[i];
}

/* y and z of slot k under the present distribution. */
static void localise(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t k, double *y,
                     double *z)
{
    for (size_t i = 0; i < p->d; i++) y[i] = b->y[k * b->width + i] + s->record[i];
    nes_product(p->d, 1, p->d, nes_multinormal_of(p).inverse, y, z);
}

static void change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log)
{
    const size_t d = p->d;
    double *y = p->work, *z = p->work + d;
    for (size_t k = 0; k < b->n; k++) {
        localise(p, s, b, k, y, z);
        log[k] = 0.5 * (nes_batch_norm2(b, k) - nes_dot(d, z, z)) + s->record[d] -
                 *nes_multinormal_of(p).log_det;
    }
}

static void relocate(const nes_dist *p, const nes_step *s, nes_batch *b, const unsigned char *keep)
{
    for (size_t k = 0; k < b->n; k++)
        if (keep[k]) localise(p, s, b, k, b->y + k * b->width, b->z + k * p->d);
}

static void ratio(const nes_dist *p, const nes_step *s, nes_slots at, double *log)
{
    const size_t d = p->d;
    const nes_multinormal m = nes_multinormal_of(p);
    double *y = p->work, *z = p->work + d;
    for (size_t k = at.lo; k < at.hi; k++) {
        nes_product(d, 1, d, m.root, at.b->z + k * d, y);
        for (size_t i = 0; i < d; i++) y[i] -= s->record[i];
        nes_product(d, 1, d, s->record + d + 1, y, z);
        log[k - at.lo] =
            0.5 * (nes_batch_norm2(at.b, k) - nes_dot(d, z, z)) + *m.log_det - s->record[d];
    }
}

/* The distribution of the larger rate, behind the scratch; non-zero: it is none. */
static int imagine(const nes_dist *p, const nes_step *s, double extra, nes_dist *other)
{
    const size_t d = p->d, nparam = p->family->scores->nparam(p);
    const double *move = nes_multinormal_move(p, s);
    *other = *p;
    other->theta = p->work + scratch(d);
    memcpy(other->theta, p->theta, nparam * sizeof *p->theta);
    for (size_t i = d; i < nparam; i++) {
        other->theta[i] += extra * move[i - d];
        if (!isfinite(other->theta[i])) return 1;
    }
    return p->family->scores->refresh(other);
}

/* to(from) z: local coordinates of the point that has z under another distribution of this centre;
 * y: d numbers of scratch. */
static void convert(const nes_dist *from, const nes_dist *to, double *y, double *z)
{
    const size_t d = from->d;
    nes_product(d, 1, d, nes_multinormal_of(from).root, z, y);
    nes_product(d, 1, d, nes_multinormal_of(to).inverse, y, z);
}

static void longer(const nes_dist *p, const nes_step *s, nes_slots at, double extra, double *log)
{
    const size_t d = p->d;
    double *y = p->work, *z = p->work + d;
    nes_dist other;
    const int failed = imagine(p, s, extra, &other);
    const double constant =
        failed ? NAN : *nes_multinormal_of(p).log_det - *nes_multinormal_of(&other).log_det;
    for (size_t k = at.lo; k < at.hi; k++) {
        memcpy(z, at.b->z + k * d, d * sizeof *z);
        if (!failed) convert(p, &other, y, z);
        log[k - at.lo] = 0.5 * (nes_batch_norm2(at.b, k) - nes_dot(d, z, z)) + constant;
    }
}

static int stretch(const nes_dist *p, const nes_step *s, nes_slots at, double extra)
{
    nes_dist other;
    if (imagine(p, s, extra, &other)) return 1;
    for (size_t k = at.lo; k < at.hi; k++) convert(&other, p, p->work, at.b->z + k * p->d);
    return 0;
}

double nes_multinormal_logpdf(const nes_dist *p, const nes_batch *b, size_t k)
{
    return -0.5 * nes_batch_norm2(b, k) - *nes_multinormal_of(p).log_det -
           0.91893853320467274178 * (double)p->d; /* ln(2 pi)/2 */
}

static double sigma(const nes_dist *p)
{
    return exp(*nes_multinormal_of(p).log_det / (double)p->d);
}

static void spread(const nes_dist *p, double *std)
{
    const double *a = nes_multinormal_of(p).root;
    for (size_t i = 0; i < p->d; i++) std[i] = sqrt(nes_dot(p->d, a + i * p->d, a + i * p->d));
}

/* Longest column of A times longest row of A^-1: never above the ratio of the axes, and equal to it
 * when the columns of A are the axes. */
static double condition(const nes_dist *p)
{
    const size_t d = p->d;
    const nes_multinormal m = nes_multinormal_of(p);
    double column = 0, row = 0;
    for (size_t i = 0; i < d; i++) {
        double sum = 0;
        for (size_t l = 0; l < d; l++) sum += m.root[l * d + i] * m.root[l * d + i];
        column = fmax(column, sqrt(sum));
        row = fmax(row, sqrt(nes_dot(d, m.inverse + i * d, m.inverse + i * d)));
    }
    return column * row;
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    const double *root = nes_multinormal_of(p).root;
    for (size_t l = 0; l < p->d; l++) a[l] = root[l * p->d + i];
}

const nes_densities nes_multinormal_densities = {.nrecord = nrecord,
                                                 .remember = remember,
                                                 .change = change,
                                                 .relocate = relocate,
                                                 .ratio = ratio,
                                                 .longer = longer,
                                                 .stretch = stretch};
const nes_widths nes_multinormal_widths = {
    .sigma = sigma, .spread = spread, .condition = condition, .width = sigma, .axis = axis};
