/* SPDX-License-Identifier: MIT
 *
 * Cumulation. A path is an average of the steps of the mean in local coordinates, so normalised
 * that under random selection it is a standard normal vector times the root of a number g, which
 * starts at 0:
 *
 *     p <- (1 - c) p + sqrt(c (2 - c) effective) z_w,   g <- (1 - c)^2 g + c (2 - c)
 *
 * with z_w = sum v_k z_k and 1/effective = sum v_k^2. Three paths differ in how fast they forget.
 * A long path of the scale means that steps agree: sigma grows. The other two are one more row of
 * the step each, of the shape and of the factors per coordinate; they stand still while the first
 * is much too long, since sigma grows then anyway. The step takes them along into the coordinates
 * after it. [math: B4] */
#include <math.h>
#include <string.h>

#include "family/path_rates.h"
#include "linalg/vector.h"
#include "technique/techniques.h"

/* The state: g of the three paths, then the paths, of which the last two are carried; then g of
 * the path of the shape in the other groups of coordinates, where there are several. */
enum { SCALE, SHAPE, DIAG, PATHS };

static double *path_of(const nes_gen *g, const nes_active *a, size_t i)
{
    return a->state + PATHS + i * g->dist.d;
}

static size_t nstate(const nes_dist *p)
{
    return PATHS + PATHS * p->d + nes_family_parts(p, NULL, NULL) - 1;
}

static size_t nscratch(const nes_dist *p, size_t n)
{
    (void)n;
    return p->d;
}

/* g goes from 0 towards 1. */
static bool sound(const nes_gen *g, const nes_active *a)
{
    const size_t others = PATHS + PATHS * g->dist.d; /* behind the paths: g of further groups */
    for (size_t i = 0; i < a->nstate; i = i + 1 == PATHS ? others : i + 1)
        if (!(a->state[i] >= 0 && a->state[i] <= 1 + 1e-9)) return false;
    return true;
}

/* z_w, and the effective number of samples; 0 when none has a weight */
static double mean_step(const nes_gen *g, double *z)
{
    const size_t d = g->dist.d;
    const nes_step *s = &g->step;
    double squares = 0;
    memset(z, 0, d * sizeof *z);
    for (size_t k = 0; k < s->n; k++) {
        const double v = s->mean[k];
        if (v == 0) continue;
        nes_combine(d, 1, z, v, s->z + k * d, z);
        squares += v * v;
    }
    return squares > 0 ? 1 / squares : 0;
}

/* g of the path of the shape in a group of coordinates. */
static double *shape_of(const nes_gen *g, const nes_active *a, size_t part)
{
    return part == 0 ? a->state + SHAPE : a->state + PATHS + PATHS * g->dist.d + part - 1;
}

/* The numbers of a path, all or those of a group, and their g. */
typedef struct track {
    double *p, *g;
    size_t n;
} track;

/* step: z_w; null: the path only forgets. */
static void follow(track t, double c, double effective, const double *step)
{
    const double gain = step != NULL ? c * (2 - c) : 0;
    nes_combine(t.n, 1 - c, t.p, sqrt(gain * effective), step != NULL ? step : t.p, t.p);
    *t.g = (1 - c) * (1 - c) * *t.g + gain;
}

/* Whether the path of the scale is as long as steps that agree would hardly make it. */
static bool is_too_long(const nes_gen *g, const nes_active *a, double length2)
{
    const double d = (double)g->dist.d;
    return !(length2 / (d * a->state[SCALE]) < 2 + 4 / (d + 1));
}

/* One more row of the shape, one of the factors per coordinate, and what goes along. */
static void add_rows(nes_gen *g, nes_active *a)
{
    nes_step *s = &g->step;
    const double diag = g->base.diag > 0 ? a->own[NES_PATH_ONE_DIAG] / g->base.diag : 0;
    s->diag.row = path_of(g, a, DIAG);
    s->diag.outer = diag;
    s->diag.centre = s->centre + diag * a->state[DIAG];
    nes_step_add_row(s, &g->batch, path_of(g, a, SHAPE), 0, 0);
    for (size_t i = 0; i < s->nparts; i++) {
        nes_step_part *t = &s->part[i];
        const double rate = g->base.shape * t->shape;
        t->row = rate > 0 ? a->own[NES_PATH_ONE] * t->one / rate : 0;
        t->centre = s->centre + t->row * *shape_of(g, a, i);
    }
    s->carried = path_of(g, a, SHAPE);
    s->ncarried = 2;
    s->turned = path_of(g, a, SCALE);
    s->nturned = 1;
}

static void before_apply(nes_gen *g, nes_active *a, nes_rates *eta)
{
    const size_t d = g->dist.d;
    double *step = a->scratch, *p = path_of(g, a, SCALE);
    const double effective = mean_step(g, step);
    follow((track){p, a->state + SCALE, d}, a->own[NES_PATH_SIGMA], effective, step);
    const double length2 = nes_dot(d, p, p);
    const double *others = is_too_long(g, a, length2) ? NULL : step;
    for (size_t i = 0; i < g->step.nparts; i++) {
        const nes_step_part *t = &g->step.part[i];
        const track shape = {path_of(g, a, SHAPE) + t->first, shape_of(g, a, i), t->count};
        follow(shape, a->own[NES_PATH_SHAPE] * t->path, effective,
               others != NULL ? others + t->first : NULL);
    }
    follow((track){path_of(g, a, DIAG), a->state + DIAG, d}, a->own[NES_PATH_DIAG], effective,
           others);
    add_rows(g, a);
    const double longer = sqrt(length2) / nes_mean_length(d) - sqrt(a->state[SCALE]);
    g->step.scale = 2 * fmin(1 / eta->sigma, longer); /* at most a factor e */
}

const nes_technique nes_no_paths = {
    .option = "paths", .name = "none", .doc = "every step stands for itself"};
const nes_technique nes_cumulation = {
    .option = "paths",
    .name = "cumulation",
    .doc = "averages of past steps steer scale and shape (families gauss-dd, gauss-block)",
    .carries = true,
    .extra = 1,
    .take = nes_paths_from,
    .nstate = nstate,
    .nscratch = nscratch,
    .sound = sound,
    .before_apply = before_apply,
};
