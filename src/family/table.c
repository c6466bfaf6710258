/* SPDX-License-Identifier: MIT
 *
 * Looking up search distributions, and defaults they share. */
#include <math.h>

#include "family/families.h"
#include "family/user.h"
#include "family/user_law.h"
#include "util/table.h"

#define ENTRY(family) &family,
static const nes_family *const table[] = {NES_FAMILIES(ENTRY)};
#undef ENTRY

NES_TABLE(nes_family, nes_family, table)

size_t nes_family_ntheta(const nes_family *f, size_t d, const void *model)
{
    if (f->ntheta == NULL) return nes_user_nparam(model);
    return f->ntheta(d) + (f->radial ? nes_law_ntheta(model) : 0);
}

size_t nes_family_nparam(const nes_family *f, size_t d, const void *model)
{
    if (f->nparam == NULL) return nes_user_nparam(model);
    return f->nparam(d) + (f->radial ? nes_law_ntau(model) : 0);
}

size_t nes_family_nalong(const nes_family *f, size_t d, bool scores)
{
    return scores && f->along != NULL ? d : 0;
}

size_t nes_family_ndirection(const nes_family *f, size_t d, bool scores, const void *model)
{
    return scores ? nes_family_nparam(f, d, model) : f->radial ? nes_law_ntau(model) : 0;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Sizes grow with the rows below d and from d on, but may fall where the form changes, at d. */
size_t nes_family_nwork(const nes_family *f, size_t d, size_t n, size_t extra, const void *model)
{
    const size_t rows = n + extra;
    if (f->nwork == NULL) return nes_user_nparam(model);
    const size_t least =
        f->radial ? larger(f->nwork(d, rows), nes_law_nwork(model)) : f->nwork(d, rows);
    return rows < d || d == 1 ? least : larger(least, f->nwork(d, d - 1));
}

static size_t record(const nes_family *f, size_t d, size_t rows, nes_asked asked, const void *model)
{
    const size_t own =
        f->nrecord != NULL ? f->nrecord(d, rows, asked.densities) : nes_user_nparam(model);
    if (f->radial && asked.densities) return own + nes_law_ntau(model);
    if (!asked.stretches || !f->moves) return own;
    return own + nes_family_nparam(f, d, model) - (f->located ? d : 0);
}

size_t nes_family_nrecord(const nes_family *f, size_t d, size_t n, size_t extra, nes_asked asked,
                          const void *model)
{
    const size_t rows = n + extra, most = record(f, d, rows, asked, model);
    return rows < d || d == 1 ? most : larger(most, record(f, d, d - 1, asked, model));
}

size_t nes_family_record(const nes_family *f, const nes_dist *p, const nes_step *s)
{
    const nes_asked asked = {s->densities, s->stretches};
    return record(f, p->d, s->n + s->extra, asked, p->model);
}

/* A step without rows. */
int nes_family_rescale(const nes_family *f, nes_dist *p, nes_batch *b, double x)
{
    nes_step s = {.n = 0};
    const nes_rates eta = nes_rescaling(fabs(x));
    nes_step_rescale(&s, x);
    return f->apply(p, b, &s, &eta);
}

double nes_rate_full(const nes_extent *e)
{
    const double n = (double)e->d;
    return fmin(1.0, (9 + 3 * log(n)) / (5 * n * sqrt(n)));
}

double nes_rate_diag(const nes_extent *e)
{
    const double n = (double)e->d;
    return (3 + log(n)) / (5 * sqrt(n));
}

/* v_0 exp(mean ln(v_i/v_0)), in two halves since a ratio may be beyond the range of numbers. */
double nes_geometric_mean_of(const nes_coords *c, size_t d, const double *v)
{
    const double v0 = nes_coords_at(c, 0, v), whole = (double)(c != NULL ? c->whole : d);
    double total, room;
    nes_sums s = nes_sums_begin(c, 1, &total, &room);
    for (size_t lo = 0; lo < d; lo += NES_PART) {
        double *sum = nes_sums_open(&s);
        for (size_t i = lo; i < lo + nes_part_at(lo, d); i++) {
            const double ratio = v[i] / v0;
            *sum += isnormal(ratio) ? log(ratio) : log(v[i]) - log(v0);
        }
        nes_sums_close(&s);
    }
    nes_sums_finish(&s);
    const double half = exp(total / (2 * whole));
    return v0 * half * half;
}
