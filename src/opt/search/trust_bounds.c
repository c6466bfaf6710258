/* SPDX-License-Identifier: MIT
 *
 * What bounds say of an answer: in how many variables it is at one. [math: A26] */
#include <math.h>

#include "opt/search/runs.h"
#include "util/sentence.h"

/* Whether variable i of the best point is at its bound; an integer, at the last one inside it. */
static bool is_at(const struct nes_run *run, size_t i, double bound)
{
    const nes_settings *s = &run->plan.s;
    const double scale = nes_two_sided(s, i) ? s->upper[i] - s->lower[i] : nes_start_std(s, i);
    const double last = nes_is_integer(s, i) ? nes_integer_near(run, i, bound) : bound;
    return fabs(run->best_x[i] - last) <= 1e-6 * scale;
}

size_t nes_at_bounds(const struct nes_run *run)
{
    const nes_settings *s = &run->plan.s;
    double n = 0;
    if (run->bounds.bounder == NULL) return 0;
    for (size_t i = 0; i < run->dim; i++)
        n += (s->lower != NULL && is_at(run, i, s->lower[i])) ||
             (s->upper != NULL && is_at(run, i, s->upper[i]));
    nes_coords_add(run->g.dist.coords, 1, &n);
    return n < INFINITY ? (size_t)n : 0;
}

void nes_remark_bounds(const struct nes_run *run, char *text, size_t size)
{
    const size_t n = isnan(run->best_f) ? 0 : nes_at_bounds(run);
    if (n > 0)
        nes_append(text, size, "; the best point is at a bound in %zu of %zu variable%s", n,
                   run->plan.space.whole, nes_s(run->plan.space.whole));
}
