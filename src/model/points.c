/* SPDX-License-Identifier: MIT
 *
 * Points of a model. The span is from the best value to the median, so that a few bad points do not
 * make all good ones alike. */
#include "model/points.h"

#include <math.h>

#include "model/distance.h"
#include "model/kendall.h"
#include "util/rank.h"

void nes_points_carve(nes_points *p, nes_arena *a, size_t d, size_t most)
{
    *p = (nes_points){.d = d, .most = most};
    p->place = NES_CARVE(a, size_t, most);
    p->u = NES_CARVE(a, double, most *d);
    p->f = NES_CARVE(a, double, most);
    p->y = NES_CARVE(a, double, most);
    p->order = NES_CARVE(a, size_t, most);
    p->scratch = NES_CARVE(a, size_t, most);
    p->seen = NES_CARVE(a, double, most);
    p->said = NES_CARVE(a, double, most);
}

bool nes_points_take(nes_points *p, const nes_fit *fit, size_t k, size_t place)
{
    double *u = p->u + k * p->d;
    nes_frame_into(fit->frame, fit->archive->x + place * p->d, u);
    p->place[k] = place;
    for (size_t i = 0; i < p->d; i++)
        if (!isfinite(u[i])) return false;
    return true;
}

static bool by_value(size_t a, size_t b, const void *data)
{
    const nes_points *p = data;
    return p->f[a] < p->f[b] || (p->f[a] == p->f[b] && p->place[a] < p->place[b]);
}

static bool by_age(size_t a, size_t b, const void *data)
{
    const nes_points *p = data;
    return p->place[a] > p->place[b];
}

void nes_points_rank(nes_points *p)
{
    nes_rank(p->n, by_value, p, p->order, p->scratch);
}

/* Failed points become as bad as the worst of the others; false: there is no other. */
static bool take_values(nes_points *p, const nes_archive *archive)
{
    double worst = -INFINITY;
    for (size_t k = 0; k < p->n; k++) {
        p->f[k] = archive->f[p->place[k]];
        if (isfinite(p->f[k]) && p->f[k] > worst) worst = p->f[k];
    }
    for (size_t k = 0; k < p->n; k++)
        if (!isfinite(p->f[k])) p->f[k] = worst;
    return isfinite(worst);
}

bool nes_points_normalise(nes_points *p, const nes_archive *archive)
{
    if (!take_values(p, archive)) return false;
    nes_points_rank(p);
    p->low = p->f[p->order[0]];
    p->span = p->f[p->order[p->n / 2]] - p->low;
    if (p->span == 0) p->span = p->f[p->order[p->n - 1]] - p->low;
    for (size_t k = 0; k < p->n; k++) p->y[k] = (p->f[k] - p->low) / p->span;
    return p->span > 0 && isfinite(p->span);
}

double nes_points_tau(nes_points *p, size_t window, nes_points_value value, const void *model)
{
    const size_t n = window < p->n ? window : p->n;
    nes_rank(p->n, by_age, p, p->order, p->scratch);
    for (size_t i = 0; i < n; i++) {
        p->seen[n - 1 - i] = p->f[p->order[i]];
        p->said[n - 1 - i] = value(model, p->order[i]);
    }
    return nes_kendall(n, p->seen, p->said);
}

bool nes_points_near(const nes_points *p, const double *u, double distance)
{
    for (size_t k = 0; k < p->n; k++)
        if (nes_distance(p->d, u, p->u + k * p->d) < distance) return true;
    return false;
}
