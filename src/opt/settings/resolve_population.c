/* SPDX-License-Identifier: MIT
 *
 * How many points a generation has, and how many of them are handed out at a time. [math: A22] */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/settings/methods.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/bounds.h"
#include "technique/restart.h"
#include "util/sentence.h"

/* The default population, at least `least`; with "auto" it keeps all jobs busy. [math: A22] */
static uint64_t default_popsize(const nes_plan *p, size_t least)
{
    const uint64_t first = 4 + (uint64_t)floor(3 * log((double)p->space.whole));
    const uint64_t d = p->space.whole, long_run = d < UINT64_MAX / 1000 ? 1000 * d : UINT64_MAX;
    const bool averages = p->noisy && p->reason != NULL && p->s.max_evals >= long_run;
    const uint64_t usual = p->choices > 0 ? first + first % 2 : first; /* [math: B20] */
    const uint64_t n = (averages ? 4 : strcmp(p->s.preset, "robust") == 0 ? 2 : 1) * usual;
    if (p->models) return nes_popsize_for_batch(n, p->s.batch);
    const uint64_t busy = p->reason != NULL ? nes_popsize_for_jobs(n, p->s.jobs) : n;
    return busy > least ? busy : least < UINT32_MAX ? least : UINT32_MAX;
}

void nes_resolve_population(nes_plan *p)
{
    nes_settings *s = &p->s;
    const nes_dist dist = nes_plan_dist(p);
    const size_t nparam = p->gradient->scores ? p->family->scores->nparam(&dist) : 0;
    p->popsize = s->popsize;
    if (p->popsize == 0)
        p->popsize =
            default_popsize(p, p->gradient->popsize != NULL ? p->gradient->popsize(nparam) : 0);
    if (s->popsize == 0) s->popsize = nes_sampling_round(p->sampling, p->popsize);
    p->rows = p->scheme->elitist ? 1 : (size_t)s->popsize;
}

bool nes_plan_stores(const nes_plan *p)
{
    const bool stores = nes_needs_samples(p->family);
    if (stores || !p->sampling->whole) return stores;
    return !p->family->blocks || nes_sampling_draws(p->sampling, p->coords, p->rows) == 0;
}

/* Refuses a window that would separate rows that are drawn again together. */
static nes_status check_window(const nes_plan *p, nes_note note)
{
    const bool redraws = p->bounder != NULL && p->bounder->into == NULL;
    const uint64_t window = p->s.window;
    if (redraws && p->sampling->whole)
        return nes_refuse(note, NES_ERR_METHOD,
                          "window is %llu, but with bounds 'resample' sampling '%s' draws all "
                          "points of a generation again at once: leave window out, or use bounds "
                          "'transform'",
                          (unsigned long long)window, p->sampling->name);
    if (!redraws || window % p->sampling->multiple == 0) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "window is %llu, but with bounds 'resample' sampling '%s' needs a multiple "
                      "of %zu: use %llu",
                      (unsigned long long)window, p->sampling->name, p->sampling->multiple,
                      (unsigned long long)nes_sampling_round(p->sampling, window));
}

nes_status nes_resolve_window(nes_plan *p, nes_note note)
{
    static const double WHOLE = 512e6;
    nes_settings *s = &p->s;
    const bool can = !nes_plan_stores(p) && !p->gradient->scores && !p->mixes && !p->adapts;
    const double numbers = (double)p->rows * (double)p->space.whole;
    if (s->window == 0 && can && numbers * sizeof(double) > WHOLE)
        s->window = nes_sampling_round(p->sampling, s->jobs > 0 ? s->jobs : 1);
    p->window = s->window > 0 && s->window < p->rows ? (size_t)s->window : p->rows;
    const bool later = s->window > 0 &&
                       p->strategy->resizes; /* a later population may be larger than the window */
    if (p->window == p->rows && !later) return NES_OK;
    if (can) return check_window(p, note);
    return nes_refuse(note, NES_ERR_METHOD,
                      "window %llu is below the population of %zu%s, but family '%s' with this "
                      "sampling, this gradient and these techniques needs all points of a "
                      "generation at once%s: leave window out, or use method 'snes'",
                      (unsigned long long)s->window, p->rows, later ? " or of a later run" : "",
                      p->family->name,
                      p->family->blocks ? " below 8 variables for each of them" : "");
}
