/* SPDX-License-Identifier: MIT
 *
 * Looking up search distributions, and defaults they share. */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "linalg/multiply.h"
#include "util/table.h"

#define ENTRY(family) &family,
static const nes_family *const table[] = {NES_FAMILIES(ENTRY)};
#undef ENTRY

NES_TABLE(nes_family, nes_family, table)

nes_dist nes_dist_of(const nes_family *f, size_t d, const nes_settings *s)
{
    nes_dist p = {.family = f, .d = d};
    if (f->take != NULL) f->take(&p, s);
    return p;
}

size_t nes_family_nalong(const nes_dist *p, bool scores)
{
    return scores && p->family->scores->along != NULL ? p->d : 0;
}

size_t nes_family_ndirection(const nes_dist *p, bool scores)
{
    const nes_family *f = p->family;
    return scores ? f->scores->nparam(p) : f->ntail != NULL ? f->ntail(p) : 0;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t nwork(const nes_dist *p, size_t n)
{
    return p->family->nwork != NULL ? p->family->nwork(p, n) : p->family->ntheta(p);
}

static size_t nrecord(const nes_dist *p, size_t n, nes_asked asked)
{
    const nes_densities *f = p->family->densities;
    return f->nrecord != NULL ? f->nrecord(p, n, asked) : p->family->ntheta(p);
}

/* Sizes grow with the rows below d and from d on, but may fall where the form changes, at d. */
size_t nes_family_nwork(const nes_dist *p, size_t n, size_t extra)
{
    const size_t rows = n + extra, d = p->d, most = nwork(p, rows);
    return rows < d || d == 1 ? most : larger(most, nwork(p, d - 1));
}

size_t nes_family_nrecord(const nes_dist *p, size_t n, size_t extra, nes_asked asked)
{
    const size_t rows = n + extra, d = p->d, most = nrecord(p, rows, asked);
    return rows < d || d == 1 ? most : larger(most, nrecord(p, d - 1, asked));
}

size_t nes_family_record(const nes_dist *p, const nes_step *s)
{
    return nrecord(p, s->n + s->extra, (nes_asked){s->densities, s->stretches});
}

size_t nes_family_parts(const nes_dist *p, const nes_extent *e, nes_step_part *part)
{
    const size_t n = p->family->parts != NULL ? p->family->parts(p, e, NULL) : 1;
    for (size_t i = 0; part != NULL && i < n; i++)
        part[i] = (nes_step_part){.count = p->d, .shape = 1, .path = 1, .one = 1};
    return p->family->parts != NULL && part != NULL ? p->family->parts(p, e, part) : n;
}

size_t nes_padded_image(const nes_dist *p)
{
    return nes_padded(p->d);
}

int nes_start_factors(nes_dist *p, const nes_start *s, double *factor)
{
    const size_t d = p->d;
    memcpy(p->theta, s->mu, d * sizeof *s->mu);
    p->theta[d] = nes_geometric_mean_of(p->coords, d, s->std);
    for (size_t i = 0; i < d; i++) {
        factor[i] = s->std[i] / p->theta[d];
        if (!isnormal(factor[i])) return 1;
    }
    return !isnormal(p->theta[d]);
}

void nes_weights_propose(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    (void)p;
    nes_step_begin(s, b);
    memcpy(s->mean, b->v, b->n * sizeof *s->mean);
    memcpy(s->outer, b->u, b->n * sizeof *s->outer);
}

void nes_standardise(const nes_dist *p, nes_slots at, double sigma, const double *factor)
{
    const double *mu = p->theta;
    for (size_t k = at.lo; k < at.hi; k++) {
        const double *x = nes_batch_x(at.b, k);
        double *z = at.b->z + k * p->d;
        for (size_t i = 0; i < p->d; i++)
            z[i] = (x[i] - mu[i]) / (factor != NULL ? sigma * factor[i] : sigma);
        at.b->tail[k] = 1;
    }
}

void nes_point_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    memcpy(nes_batch_x(b, lo), b->z + lo * p->d, (hi - lo) * p->d * sizeof *b->x);
}

int nes_point_localize(const nes_dist *p, nes_slots at, double *work)
{
    nes_batch *b = at.b;
    (void)work;
    memcpy(b->z + at.lo * p->d, nes_batch_x(b, at.lo), (at.hi - at.lo) * p->d * sizeof *b->z);
    for (size_t k = at.lo; k < at.hi; k++) b->tail[k] = 0;
    return 0;
}

void nes_point_relocate(const nes_dist *p, const nes_step *s, nes_batch *b,
                        const unsigned char *keep)
{
    (void)p, (void)s, (void)b, (void)keep;
}

/* A step without rows. */
int nes_family_rescale(nes_dist *p, nes_batch *b, double x)
{
    nes_step s = {.n = 0};
    const nes_rates eta = nes_rescaling(fabs(x));
    nes_step_rescale(&s, x);
    return p->family->apply(p, b, &s, &eta);
}

void nes_rate_full(const nes_extent *e, nes_defaults *r)
{
    const double n = (double)e->d;
    r->sigma = fmin(1.0, (9 + 3 * log(n)) / (5 * n * sqrt(n)));
}

void nes_rate_diag(const nes_extent *e, nes_defaults *r)
{
    const double n = (double)e->d;
    r->sigma = (3 + log(n)) / (5 * sqrt(n));
}

double nes_largest_to_least(const nes_coords *c, size_t d, const double *v)
{
    double low = v[0], high = v[0];
    for (size_t i = 1; i < d; i++) {
        low = fmin(low, v[i]);
        high = fmax(high, v[i]);
    }
    nes_coords_min(c, 1, &low);
    nes_coords_max(c, 1, &high);
    return high / low;
}

/* v_0 exp(mean ln(v_i/v_0)), in two halves since a ratio may be beyond the range of numbers. */
double nes_geometric_mean_of(const nes_coords *c, size_t d, const double *v)
{
    const double v0 = nes_coords_at(c, 0, v), whole = (double)(c != NULL ? c->whole : d);
    double total, room;
    nes_sums s = nes_sums_begin(c, 1, d, &total, &room);
    while (nes_sums_next(&s))
        for (size_t i = s.lo; i < s.hi; i++) {
            const double ratio = v[i] / v0;
            *s.part += isnormal(ratio) ? log(ratio) : log(v[i]) - log(v0);
        }
    const double half = exp(total / (2 * whole));
    return v0 * half * half;
}
