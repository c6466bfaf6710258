/* SPDX-License-Identifier: MIT
 *
 * What constraints say of an answer: whether it holds them, whether the search does, and which of
 * them hold it back. [math: B19] */
#include <math.h>

#include "opt/search/runs.h"
#include "util/sentence.h"

/* Appends to the text of the judgement, which is trust. */
#define say(trust, ...) (nes_append(text, size, __VA_ARGS__), (trust))

/* The constraint that a point violates most, in units of the first spreads; *count: how many it
 * violates. */
static size_t worst_of(const struct nes_run *run, const double *g, size_t *count)
{
    const nes_constraints *of = &run->constrained.of;
    size_t worst = 0;
    double most = -INFINITY;
    *count = 0;
    for (size_t i = 0; i < of->m; i++) {
        if (nes_constraint_holds(of, i, g[i])) continue;
        const double excess = nes_constraint_excess(of, i, g[i]) / nes_constraint_unit(run, i);
        (*count)++;
        if (!(excess <= most)) worst = i;
        most = fmax(most, excess);
    }
    return worst;
}

/* The constraint that the last generation violates most at its centre, by more than three of its
 * standard deviations; m: none. */
static size_t violated_at_centre(const struct nes_run *run, double *deviations)
{
    const nes_merits *s = &run->constrained.merits;
    const nes_constraints *of = &run->constrained.of;
    size_t worst = of->m;
    *deviations = 3;
    for (size_t i = 0; i < of->m; i++) {
        const bool equality = of->kind != NULL && (int)of->kind[i] == NES_CONSTRAINT_EQUAL;
        const double off = (equality ? fabs(s->mean[i]) : s->mean[i]) / s->spread[i];
        if (!(s->spread[i] > 0) || !(off > *deviations)) continue;
        *deviations = off;
        worst = i;
    }
    return worst;
}

static nes_trust judge_infeasible(const struct nes_run *run, char *text, size_t size)
{
    const nes_best best = nes_best_of(run);
    size_t count;
    const size_t i = worst_of(run, best.outputs, &count);
    return say(NES_TRUST_DOUBTFUL,
               "no point satisfies the constraints; the nearest violates %zu of %zu, most of all "
               "number %zu (g = %.3g)",
               count, run->constrained.of.m, i + 1, best.outputs[i]);
}

nes_range nes_recent_values(const struct nes_run *run)
{
    size_t n;
    if (run->constrained.of.m > 0) return nes_feasible_range(&run->history, &n);
    return nes_history_range(&run->history, SIZE_MAX, INFINITY);
}

double nes_settling_slack(const struct nes_run *run)
{
    const nes_constraints *of = &run->constrained.of;
    double worth = 0;
    for (size_t i = 0; of->kind != NULL && of->tol != NULL && i < of->m; i++)
        if ((int)of->kind[i] == NES_CONSTRAINT_EQUAL)
            worth += fabs(run->constrained.merits.lam[i]) * of->tol[i];
    return nes_agreement(run, run->best_f) + 2 * worth;
}

nes_trust nes_judge_constraints(const nes_runs *r, const struct nes_run *run, char *text,
                                size_t size)
{
    enum { SELDOM = 1000 };
    const unsigned long long all = r->tally.evaluations, feasible = r->tally.feasible;
    if (isnan(run->best_f))
        return isnan(nes_best_of(run).f) ? NES_TRUST_OPEN : judge_infeasible(run, text, size);
    const bool ended = run->history.used > 1 && !nes_run_is_limited(run);
    if (ended && !(nes_recent_values(run).low < INFINITY))
        return say(NES_TRUST_DOUBTFUL,
                   "no point of the last %zu generations satisfied the constraints, and the best "
                   "feasible point is %llu evaluations old",
                   run->history.used,
                   (unsigned long long)(run->tally.evaluations - run->best_evaluation));
    double deviations;
    const size_t i = violated_at_centre(run, &deviations);
    if (i < run->constrained.of.m)
        return say(
            NES_TRUST_DOUBTFUL,
            "constraints are violated at the centre of the search (number %zu: g = %.3g, %.2g "
            "standard deviations), and the best feasible point is %llu evaluations old",
            i + 1, run->constrained.merits.mean[i], deviations,
            (unsigned long long)(run->tally.evaluations - run->best_evaluation));
    if (feasible < all / SELDOM)
        return say(NES_TRUST_DOUBTFUL, "only %llu of %llu points %s feasible", feasible, all,
                   feasible == 1 ? "was" : "were");
    return NES_TRUST_OPEN;
}

/* Whether constraint i holds the answer back: it has a multiplier, and the search is at it. */
static bool is_active(const struct nes_run *run, size_t i)
{
    const nes_merits *s = &run->constrained.merits;
    return s->lam[i] != 0 && fabs(s->mean[i]) <= 3 * s->spread[i];
}

void nes_remark_constraints(const struct nes_run *run, char *text, size_t size)
{
    const size_t m = run->constrained.of.m;
    size_t n = 0, named = 0;
    for (size_t i = 0; i < m; i++) n += is_active(run, i);
    if (run->constrained.rules || isnan(run->best_f) || n == 0) return;
    nes_append(text, size, "; %zu of %zu constraint%s %s active:", n, m, m == 1 ? "" : "s",
               n == 1 ? "is" : "are");
    enum { NAMED = 8 };
    for (size_t i = 0; i < m && named < NAMED; i++) {
        if (!is_active(run, i)) continue;
        nes_append(text, size, "%s %zu", named > 0 ? "," : "", i + 1);
        named++;
    }
    if (n > NAMED) nes_append(text, size, " and %zu more", n - NAMED);
}
