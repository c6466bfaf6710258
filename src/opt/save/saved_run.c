/* SPDX-License-Identifier: MIT
 *
 * What is wrong with a run that was read. Every number has been checked by itself; here they are
 * checked against the plan and against each other, as far as asking and telling rely on it. A
 * stranger may have written them. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/run/run.h"
#include "opt/save/save.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "util/limits.h"

static void check_counts(nes_coder *c, const struct nes_run *run)
{
    const nes_tally *t = &run->tally;
    const char *all = "there were evaluations:", *gens = "there were generations:";
    nes_code_check(c, "failed", t->failed, all, t->evaluations);
    nes_code_check(c, "nonfinite", t->nonfinite, all, t->evaluations - t->failed);
    nes_code_check(c, "evaluations before the batch", run->base_evaluations, all, t->evaluations);
    nes_code_check(c, "evaluations judged", run->judged, all, t->evaluations);
    nes_code_check(c, "judgements", run->judgements, all, t->evaluations);
    nes_code_check(c, "best ones since the history", run->history.period_ties, all, t->evaluations);
    nes_code_check(c, "infeasible generations", run->infeasible, gens,
                   t->generations + run->in_trial); /* it has values, but has not moved */
    nes_code_check(c, "generations", t->generations, "'generations drawn' is", run->drawn);
    nes_code_check(c, "flat generations", run->flat, "'judgements' is", run->judgements);
    nes_code_check(c, "entries of the course", run->course.entries, "'judgements' is",
                   run->judgements);
}

/* Points of the open batch are numbered before they have values. */
static uint64_t last_number(const struct nes_run *run)
{
    const size_t n = run->open ? (run->in_trial ? run->trial.n : run->g.batch.n) : 0;
    const uint64_t open = run->base_evaluations + run->guests.n + n;
    return open > run->tally.evaluations ? open : run->tally.evaluations;
}

static void check_ids(nes_coder *c, const struct nes_run *run, uint64_t first_id)
{
    const uint64_t room = (UINT64_C(1) << NES_ID_BITS) - 1 - run->plan.rows - run->plan.guests;
    if (run->next_id < first_id || run->next_id - first_id > room)
        nes_code_refuse(c, "'next id' is %llu, but ids of this run begin with %llu",
                        (unsigned long long)run->next_id, (unsigned long long)first_id);
}

/* A coordinate that an ask could have handed out. */
static bool is_met(const struct nes_run *run, size_t i, double x)
{
    const nes_settings *s = &run->plan.s;
    if (!isfinite(x) || (s->lower != NULL && x < s->lower[i])) return false;
    if (s->upper != NULL && x > s->upper[i]) return false;
    if (run->g.dist.family->binary) return x == 0 || x == 1;
    if (!nes_is_integer(s, i)) return true;
    return fabs(nes_integer_near(run, i, x) - x) <= 1e-9 * fmax(1, fabs(x));
}

static void check_point(nes_coder *c, const struct nes_run *run, const char *name, const double *x)
{
    for (size_t i = 0; i < run->dim && !c->bad; i++)
        if (!is_met(run, i, x[i]))
            nes_code_refuse(c, "variable %zu of the %s is %g, where no point can be", i + 1, name,
                            x[i]);
}

static void check_best(nes_coder *c, const struct nes_run *run)
{
    nes_code_check(c, "best evaluation", run->best_evaluation, "the last one is", last_number(run));
    if (isnan(run->best_f) != (run->best_evaluation == 0))
        nes_code_refuse(c, "'best value' is %g with 'best evaluation' %llu", run->best_f,
                        (unsigned long long)run->best_evaluation);
    if (!isnan(run->best_f)) check_point(c, run, "best point", run->best_x);
}

/* Widths that are 0, or beyond numbers, are what a search without limits comes to. */
static void check_widths(nes_coder *c, const struct nes_run *run)
{
    const nes_widths *f = run->g.dist.family->widths;
    const bool all_here = run->g.dist.coords == NULL; /* slices are looked at one by one */
    const double sigma = all_here ? f->sigma(&run->g.dist) : 0;
    if (sigma < 0) nes_code_refuse(c, "the step size of the distribution is %g", sigma);
    f->spread(&run->g.dist, run->scratch);
    for (size_t i = 0; i < run->dim; i++)
        if (run->scratch[i] < 0)
            nes_code_refuse(c, "standard deviation %zu of the distribution is %g", i + 1,
                            run->scratch[i]);
}

/* A centre inside the range, and other numbers finite; those of a large matrix, of a hill climber
 * and of a start are not looked at as long as their points are inside the range. Nor are those of a
 * run that has ended: the step with its last values may have left the range. A hill climber's
 * centre may be outside of it where bounds bring its points back. */
static void check_range(nes_coder *c, const struct nes_run *run, size_t n)
{
    const double *theta = run->g.dist.theta;
    const size_t centre = run->g.dist.family->located ? run->dim : 0;
    const bool goes_on = run->tally.generations > 0 && run->end.reason == NES_RUNNING;
    const size_t seen = nes_range_sees_all(run) && goes_on ? n : centre;
    const bool climbs = run->plan.scheme->elitist;
    for (size_t i = 0; i < seen; i++)
        if (i < centre && !climbs ? !(fabs(theta[i]) <= NES_HUGE) : !isfinite(theta[i]))
            nes_code_refuse(c, "number %zu of the distribution is %g, but must be finite", i + 1,
                            theta[i]);
}

/* A run that ended by a number that is none has it still. */
static void check_distribution(nes_coder *c, const struct nes_run *run)
{
    const nes_family *f = run->g.dist.family;
    const nes_dist *p = &run->g.dist;
    char why[NES_CODER_REASON];
    if (run->end.reason == NES_STOP_NONFINITE) return;
    check_range(c, run, f->ntheta(p));
    if (!c->bad && f->located) check_widths(c, run);
    if (!c->bad && f->sound != NULL && !f->sound(p, (nes_note){why, sizeof why}))
        nes_code_refuse(c, "%s", why);
}

/* The start is handed out with the first generation, or before it as a parent, and then forgotten.
 */
static void check_guests(nes_coder *c, const struct nes_run *run)
{
    const nes_guests *g = &run->guests;
    const bool first = run->tally.generations == 0 && !run->in_trial;
    const size_t parent = run->plan.scheme->elitist && run->plan.guests > 0;
    if (g->kept && run->begun != (run->open && first))
        nes_code_refuse(c, "'start kept' is 1, but the start has been evaluated");
    const size_t wanted = g->kept && run->open ? run->plan.guests - parent : 0;
    if (g->n != wanted) nes_code_refuse(c, "'guests' is %zu, but must be %zu", g->n, wanted);
    if (!g->kept && !run->begun && run->plan.guests > 0)
        nes_code_refuse(c, "'start kept' is 0, but the start has not been evaluated");
    if (!run->begun && run->open) nes_code_refuse(c, "'begun' is 0, but 'open' is 1");
    if (!run->begun && run->tally.evaluations > 0)
        nes_code_refuse(c, "'begun' is 0, but there were evaluations");
    if (g->kept) check_point(c, run, "start", nes_guests_x(run));
    for (size_t i = 0; i < g->n && !c->bad; i++)
        nes_code_check(c, "failed tries of the start", g->tries[i], "'failed' is",
                       run->tally.failed);
}

/* Samples that follow from their rows, in order; rows that were dropped leave gaps. Importance
 * mixing takes them from anywhere, and so does a trial. */
static void check_sources(nes_coder *c, const struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    const uint64_t end = UINT64_C(1) << 32;
    for (size_t r = 0, row = 0; r < b->n && !c->bad; r++, row++) {
        while (!run->plan.mixes && row < run->plan.rows &&
               nes_sampling_source(run->g.sampling, row) != b->source[r])
            row++;
        if (run->plan.mixes ? b->source[r] >= end : row >= run->plan.rows)
            nes_code_refuse(c, "row %zu is sample %llu, which is none of its generation", r + 1,
                            (unsigned long long)b->source[r]);
    }
}

static void check_row(nes_coder *c, const struct nes_run *run, const nes_batch *b, size_t r)
{
    nes_code_check(c, "failed tries of a row", b->tries[r], "'failed' is", run->tally.failed);
    nes_code_check(c, "evaluation of a row", b->number[r], "the last one is", last_number(run));
    if (b->number[r] == 0 || (!b->fate[r] && b->number[r] <= run->base_evaluations))
        nes_code_refuse(c, "row %zu is evaluation %llu, which has been before", r + 1,
                        (unsigned long long)b->number[r]);
}

/* All points of a generation are handed out before the next ones of its window. */
static void check_window(nes_coder *c, const struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    size_t first = 0;
    while (first < b->n && b->fate[first]) first++;
    const size_t end = (run->guests.waiting > 0 ? 0 : first / b->window * b->window) + b->window;
    for (size_t r = end; r < b->n; r++)
        if (b->fate[r]) nes_code_refuse(c, "row %zu has a value before it is handed out", r + 1);
}

/* The batch of the generation, and how many rows it has: all, while it is open. */
static void check_batch(nes_coder *c, const struct nes_run *run, bool whole)
{
    const nes_batch *b = &run->g.batch;
    const bool waits = run->open && !run->in_trial;
    const bool parent = run->plan.scheme->elitist && run->plan.guests > 0;
    if (b->origin && !(parent && waits && run->guests.kept))
        nes_code_refuse(c, "the one row is the start, which has been evaluated");
    if (waits && !b->origin && run->guests.kept && parent)
        nes_code_refuse(c, "the start is not evaluated before the first generation");
    const size_t rows = b->origin ? 1 : run->plan.rows;
    if (waits && b->n != rows)
        nes_code_refuse(c, "the open generation has %zu rows, but must have %zu", b->n, rows);
    if (!b->origin) check_sources(c, run);
    for (size_t r = 0; r < b->n && !c->bad; r++) {
        check_row(c, run, b, r);
        if (!waits && !nes_is_told(b->fate[r])) nes_code_refuse(c, "row %zu has no value", r + 1);
        if (whole) check_point(c, run, "point of a row", nes_batch_x(b, r));
    }
    if (waits && b->window < b->n) check_window(c, run);
}

static void check_trial(nes_coder *c, const struct nes_run *run)
{
    const nes_batch *b = &run->trial;
    if (run->tally.generations == 0)
        nes_code_refuse(c, "'in trial' is 1, but there was no generation");
    if (b->origin) nes_code_refuse(c, "a trial is not at the start");
    for (size_t r = 0; r < b->n && !c->bad; r++) {
        check_row(c, run, b, r);
        check_point(c, run, "point of a trial", nes_batch_x(b, r));
    }
}

/* Values of the open generation have been counted. */
static void check_told(nes_coder *c, const struct nes_run *run)
{
    const nes_batch *b = run->in_trial ? &run->trial : &run->g.batch;
    uint64_t told = 0;
    for (size_t i = 0; i < run->guests.n; i++) told += nes_is_told(run->guests.fate[i]);
    for (size_t r = 0; r < b->n; r++)
        told += nes_is_told(b->fate[r]) && b->number[r] > run->base_evaluations;
    if (run->tally.evaluations < run->base_evaluations + told)
        nes_code_refuse(c,
                        "the open generation has %llu values, but 'evaluations' is %llu and was "
                        "%llu before it",
                        (unsigned long long)told, (unsigned long long)run->tally.evaluations,
                        (unsigned long long)run->base_evaluations);
}

void nes_check_saved_run(nes_coder *c, const struct nes_run *run, uint64_t first_id)
{
    const bool whole = run->g.step.record != NULL && run->tally.generations > 0;
    check_counts(c, run);
    check_ids(c, run, first_id);
    check_best(c, run);
    check_distribution(c, run);
    check_guests(c, run);
    if (!c->bad && (run->open || whole)) check_batch(c, run, whole);
    if (!c->bad && run->in_trial) check_trial(c, run);
    if (!c->bad && run->open) check_told(c, run);
}
