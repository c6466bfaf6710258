/* SPDX-License-Identifier: MIT
 *
 * The best end of the runs so far is the goal of those that follow, where they are asked for their
 * opinion of it: if it lies downhill from all their points, they need not go there. [math: B18] */
#include <math.h>
#include <string.h>

#include "opt/search/runs.h"
#include "state/coords.h"

/* A distance as a root mean square of initial deviations, and their geometric mean. */
typedef struct distance {
    double away, std;
} distance;

static distance measure(const nes_runs *r, const double *a, const double *b)
{
    const struct nes_run *run = r->kept.run;
    double total[2], room[2];
    nes_sums s = nes_sums_begin(run->g.dist.coords, 2, run->dim, total, room);
    while (nes_sums_next(&s))
        for (size_t i = s.lo; i < s.hi; i++) {
            const double std = nes_start_std(&r->plan.s, i), away = (a[i] - b[i]) / std;
            s.part[0] += log(std);
            s.part[1] += away * away;
        }
    const double d = (double)run->whole;
    return (distance){.away = sqrt(total[1] / d), .std = exp(total[0] / d)};
}

void nes_runs_hear(nes_runs *r, nes_opinion said, const double *x)
{
    double away = 0;
    if (said == NES_OPINION_NONE || !r->plan.strategy->opinions) return;
    if (said > NES_OPINION_SAME) away = measure(r, x, r->kept.run->best_x).away;
    nes_opinions_hear(&r->schedule.opinions, said, nes_opinions_far(&r->schedule.opinions), away);
}

/* The step size at which a run is narrow: a part of that of the first start, by the way from there
 * to the goal. */
static double narrow(const nes_runs *r, size_t d)
{
    const distance way = measure(r, r->kept.run->best_x, r->start);
    return nes_opinions_narrow(d, way.away) * way.std;
}

void nes_runs_show_goal(nes_runs *r)
{
    struct nes_run *run = nes_runs_at_hand(r)->run;
    nes_way *way = &run->way;
    way->goal = NULL;
    if (r->schedule.noisy || r->kept.run == NULL || isnan(r->kept.run->best_f)) return;
    way->goal = r->kept.run->best_x;
    way->narrow = narrow(r, run->whole);
    way->ways = r->plan.rows > 2 ? r->plan.rows / 2 : 1;
}

void nes_runs_hand_goal(nes_runs *r)
{
    struct nes_run *run = nes_runs_at_hand(r)->run;
    nes_runs_show_goal(r);
    if (run->way.goal == NULL) return;
    run->way.goal_f = r->kept.run->best_f;
    run->way.margin = nes_agreement(run, run->way.goal_f);
}

bool nes_runs_adopt(nes_runs *r, const nes_find *found, uint64_t number)
{
    struct nes_run *best = r->kept.run;
    const bool later = found->f == best->best_f && number > r->kept.best_evaluation;
    if (!(found->f <= best->best_f) || later) return false;
    if (found->f < r->ended_f - nes_agreement(best, found->f)) {
        nes_runs_hear(r, NES_OPINION_BETTER, found->x);
        r->agreeing = 1;
    }
    best->best_f = found->f;
    r->kept.best_evaluation = number;
    memcpy(best->best_x, found->x, best->dim * sizeof *best->best_x);
    nes_copy_outputs(best->outputs, best->best_outputs, found->outputs);
    if (found->f < r->ended_f) r->ended_f = found->f;
    if (found->f < r->best_f) r->best_f = found->f;
    return true;
}

/* A step that was taken is numbered anew when its batch is closed without others. */
void nes_runs_take_find(nes_runs *r)
{
    struct nes_run *run = nes_runs_at_hand(r)->run;
    nes_way *way = &run->way;
    nes_find *found = &way->find;
    if (!run->plan.ways) return;
    const uint64_t before = r->base - r->since;
    if (!isnan(found->f) && nes_runs_adopt(r, found, before + found->number))
        way->taken = found->number;
    found->f = NAN;
    if (way->taken > 0) r->kept.best_evaluation = before + way->taken;
    if (!run->open) way->taken = 0;
}
