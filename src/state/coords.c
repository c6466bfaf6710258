/* SPDX-License-Identifier: MIT
 *
 * Sums over the coordinates of all processes; see state/coords.h. */
#include "state/coords.h"

#include <math.h>
#include <string.h>

#include "linalg/vector.h"

void nes_coords_carve(nes_coords *c, nes_arena *a, size_t sums)
{
    const size_t parts = (c->n + NES_PART - 1) / NES_PART;
    c->room = NES_CARVE(a, double, parts *sums);
}

void nes_coords_join(const nes_coords *c, nes_reduction kind, size_t count, size_t parts,
                     const double *part, double *result)
{
    if (c->reduce(c->data, kind, count, parts, part, result) == 0) return;
    for (size_t i = 0; i < count; i++) result[i] = NAN;
}

double nes_coords_dot(const nes_coords *c, size_t d, const double *a, const double *b)
{
    double total, room;
    nes_sums s = nes_sums_begin(c, 1, d, &total, &room);
    while (nes_sums_next(&s)) *s.part = nes_dot(s.hi - s.lo, a + s.lo, b + s.lo);
    return total;
}

void nes_coords_join_few(const nes_coords *c, nes_reduction kind, size_t count, double *v)
{
    enum { FEW = 8 };
    double own[FEW]; /* what is sent must not be where the result goes */
    memcpy(own, v, count * sizeof *own);
    nes_coords_join(c, kind, count, 1, own, v);
}

/* A sum in which all others are zeros. */
void nes_coords_share(const nes_coords *c, bool mine, size_t count, double *v)
{
    if (c != NULL && !mine) memset(v, 0, count * sizeof *v);
    nes_coords_add(c, count, v);
}

double nes_coords_at(const nes_coords *c, size_t i, const double *v)
{
    if (c == NULL) return v[i];
    const bool mine = i >= c->first && i - c->first < c->n;
    double value = mine ? v[i - c->first] : 0;
    nes_coords_share(c, mine, 1, &value);
    return value;
}

/* Statuses of errors are negative. */
nes_status nes_coords_agree(const nes_coords *c, nes_status st, bool *other)
{
    double worst = (double)st;
    nes_coords_min(c, 1, &worst);
    const bool failed = isnan(worst);
    *other = failed || worst < (double)st;
    return failed ? NES_ERR_ORDER : (nes_status)worst;
}
