/* SPDX-License-Identifier: MIT
 *
 * Where the runs behind a handle start. Later runs start at random: by the law that the caller
 * names, uniformly between two finite bounds, otherwise around the first start by its step size, or
 * far away. A challenger starts where the run is that it races with, and the runs for the values of
 * a choice start alike. [math: B10, B18] */
#include <math.h>

#include "family/family.h"
#include "opt/search/runs.h"
#include "opt/settings/check.h"
#include "util/limits.h"

bool nes_has_start_law(const nes_settings *s)
{
    return s->start_lower != NULL || s->start_mean != NULL;
}

/* The coordinate x inside the bounds of variable i: mirrored at the bound that it is beyond, or
 * clipped where the other bound is too near for that. */
static double inside(const nes_settings *s, size_t i, double x, double start)
{
    if (s->lower != NULL && x < s->lower[i]) x = s->lower[i] + (s->lower[i] - x);
    if (s->upper != NULL && x > s->upper[i]) x = s->upper[i] - (x - s->upper[i]);
    if (s->lower != NULL && x < s->lower[i]) x = s->lower[i];
    return fabs(x) <= NES_HUGE ? x : start;
}

/* A uniform number in [low, high]. */
static double between(const nes_stream *uniform, size_t place, double low, double high)
{
    return fmin(low + nes_uniform(uniform, place) * (high - low), high);
}

bool nes_starts_between(const nes_settings *s, size_t i, double far)
{
    return nes_two_sided(s, i) && s->upper[i] - s->lower[i] <= 4 * far * nes_start_std(s, i);
}

/* Coordinate i of a start, from a normal number. Bounds that are not wider than the distance of the
 * start leave it anywhere between them, and so do all others where no distance is given. */
static double draw_coordinate(const nes_runs *r, const nes_newcomer *like,
                              const nes_stream *uniform, size_t i, double normal)
{
    const nes_settings *s = &r->plan.s;
    const size_t place = r->plan.space.slice.first + i; /* among all coordinates */
    if (nes_choice_count(s, i) > 0) return -1;          /* only the caller's start has one */
    if (s->start_lower != NULL)
        return between(uniform, place, s->start_lower[i], s->start_upper[i]);
    if (s->start_mean != NULL)
        return inside(s, i, s->start_mean[i] + s->start_std[i] * normal, s->start_mean[i]);
    const double away = like->far > 0 ? like->far : fmax(1, like->shrink);
    const double reach = away * nes_start_std(s, i);
    const double centre = like->around_best ? r->kept.run->best_x[i] : r->start[i];
    if (like->far > 0 ? nes_starts_between(s, i, like->far) : nes_two_sided(s, i))
        return between(uniform, place, s->lower[i], s->upper[i]);
    return inside(s, i, centre + reach * normal, centre);
}

static const double *draw_start(nes_runs *r, const nes_newcomer *like)
{
    const uint64_t number = like->number;
    const nes_stream normal = nes_newcomer_stream(&r->schedule, number, NES_START_NORMALS);
    const nes_stream uniform = nes_newcomer_stream(&r->schedule, number, NES_START_UNIFORMS);
    double *x = r->new_start;
    nes_normals(&normal, r->plan.space.slice.first, r->plan.dim, x);
    for (size_t i = 0; i < r->plan.dim; i++) x[i] = draw_coordinate(r, like, &uniform, i, x[i]);
    return x;
}

size_t nes_runs_pin(const nes_runs *r, const nes_newcomer *like)
{
    const bool pinned = r->plan.strategy->pins && like->number <= r->schedule.values;
    return pinned ? (size_t)like->number : 0;
}

const double *nes_runs_start(nes_runs *r, const nes_newcomer *like, const double *x0)
{
    const uint64_t number = like->number;
    if (like->challenger) return r->seat;
    if (number > 1 && nes_runs_pin(r, like) > 0 && !nes_has_start_law(&r->plan.s)) return r->start;
    if (number > 1 && (r->plan.family->binary || r->plan.family->discrete))
        return NULL; /* its samples are random at the start: all values have even odds */
    const bool drawn = number > 1 || (x0 == NULL && nes_has_start_law(&r->plan.s));
    return drawn ? draw_start(r, like) : x0;
}
