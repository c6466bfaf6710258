/* SPDX-License-Identifier: MIT
 *
 * The memory and the rows of steps. [math: A11, A24] */
#include "state/step.h"

#include <math.h>
#include <string.h>

#include "linalg/vector.h"

void nes_step_carve(nes_step *s, nes_arena *a, const nes_step_size *size)
{
    s->mean = NES_CARVE(a, double, size->rows);
    s->outer = NES_CARVE(a, double, size->rows);
    s->direction = NES_CARVE(a, double, size->ndirection);
    s->ndirection = size->ndirection;
    s->part = NES_CARVE(a, nes_step_part, size->nparts);
    s->nparts = size->nparts;
    s->record = NES_CARVE(a, double, size->nrecord);
    s->nrecord = size->nrecord;
    s->densities = size->densities;
    s->stretches = size->stretches;
}

double nes_step_longer(const nes_step *s, double change, double extra)
{
    return s->straight ? log1p(-extra * expm1(-change)) : extra * change;
}

void nes_step_add_row(nes_step *s, nes_batch *b, const double *z, double mean, double outer)
{
    const size_t k = s->n + s->extra++, d = b->d;
    memcpy(nes_batch_extra(b, k - s->n), z, d * sizeof *z);
    s->mean[k] = mean;
    s->outer[k] = outer;
    if (!s->additive) s->scale += outer * (nes_dot(d, z, z) / (double)d - 1);
}

void nes_step_rescale(nes_step *s, double x)
{
    const size_t rows = s->n + s->extra;
    if (rows > 0) memset(s->mean, 0, rows * sizeof *s->mean);
    if (rows > 0) memset(s->outer, 0, rows * sizeof *s->outer);
    if (s->ndirection > 0) memset(s->direction, 0, s->ndirection * sizeof *s->direction);
    s->scale = 2 * x;
    s->tail = s->centre = 0;
    s->ncarried = s->nturned = 0;
}

nes_rates nes_rescaling(double limit)
{
    return (nes_rates){.mu = 1, .sigma = 1, .shape = 1, .limit = limit};
}
