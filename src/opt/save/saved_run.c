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
                   t->generations + nes_is_aside(run)); /* that generation has values, but has not
                                                           moved the distribution */
    nes_code_check(c, "generations", t->generations, "'generations drawn' is", run->drawn);
    nes_code_check(c, "flat generations", run->flat, "'judgements' is", run->judgements);
    nes_code_check(c, "entries of the course", run->course.entries, "'judgements' is",
                   run->judgements);
}

/* The largest number that an evaluation can have: points of the open batch are numbered before they
 * have values. */
static uint64_t last_number(const struct nes_run *run)
{
    const size_t n = run->open ? nes_open_batch(run)->n : 0;
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

/* Whether x is a value of variable i, which is a choice. */
static bool is_value(const struct nes_run *run, size_t i, double x)
{
    const nes_settings *s = &run->plan.s;
    const double count = s->choices != NULL ? s->choices[i] : 2;
    return x == rint(x) && x >= 0 && x < count;
}

/* Whether x can be coordinate i of a point that an ask hands out. */
static bool is_met(const struct nes_run *run, size_t i, double x)
{
    const nes_settings *s = &run->plan.s;
    if (!isfinite(x) || (s->lower != NULL && x < s->lower[i])) return false;
    if (s->upper != NULL && x > s->upper[i]) return false;
    if (run->g.dist.family->binary) return x == 0 || x == 1;
    if (run->g.dist.family->discrete) return is_value(run, i, x);
    if (!nes_is_integer(s, i)) return true;
    return fabs(nes_integer_near(run, i, x) - x) <= 1e-9 * fmax(1, fabs(x));
}

void nes_check_saved_point(nes_coder *c, const struct nes_run *run, const char *name,
                           const double *x)
{
    for (size_t i = 0; i < run->dim && !c->bad; i++)
        if (!is_met(run, i, x[i]))
            nes_code_refuse(c, "variable %zu of the %s is %g, where no point can be", i + 1, name,
                            x[i]);
}

/* Checks a point that is kept, with its choices. */
static void check_kept(nes_coder *c, const struct nes_run *run, const char *name, const double *x,
                       const double *choice)
{
    nes_check_saved_point(c, run, name, x);
    for (size_t i = 0; i < run->chosen.of.n && !c->bad; i++)
        if (!is_value(run, run->dim + i, choice[i]))
            nes_code_refuse(c, "choice %zu of the %s is %g, which is no value of it", i + 1, name,
                            choice[i]);
}

static void check_best(nes_coder *c, const struct nes_run *run)
{
    nes_code_check(c, "best evaluation", run->best_evaluation, "the last one is", last_number(run));
    if (isnan(run->best_f) != (run->best_evaluation == 0))
        nes_code_refuse(c, "'best value' is %g with 'best evaluation' %llu", run->best_f,
                        (unsigned long long)run->best_evaluation);
    if (!isnan(run->best_f)) check_kept(c, run, "best point", run->best_x, run->best_x + run->dim);
}

/* Refuses negative widths. Widths of 0 or infinity are what a search without limits may come to. */
static void check_widths(nes_coder *c, const struct nes_run *run)
{
    const nes_widths *f = run->g.dist.family->widths;
    const bool all_here = run->g.dist.coords == NULL; /* no other slice is asked */
    const double sigma = all_here ? f->sigma(&run->g.dist) : 0;
    if (sigma < 0) nes_code_refuse(c, "the step size of the distribution is %g", sigma);
    f->spread(&run->g.dist, run->scratch);
    for (size_t i = 0; i < run->dim; i++)
        if (run->scratch[i] < 0)
            nes_code_refuse(c, "standard deviation %zu of the distribution is %g", i + 1,
                            run->scratch[i]);
}

/* Refuses a centre outside the range of numbers, and other parameters that are not finite.
 * Parameters of a large matrix, of a hill climber and of a start are not looked at as long as their
 * points are inside the range, nor are those of a run that has ended: its last step may have left
 * the range. A hill climber's centre may be outside where bounds bring its points back. */
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

/* Checks theta. A run that ended by a number that is not finite still has that number. */
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

/* Checks the start, which is handed out with the first generation, or before it as a parent, and
 * then forgotten. */
static void check_guests(nes_coder *c, const struct nes_run *run)
{
    const nes_guests *g = &run->guests;
    const bool first = run->tally.generations == 0 && !nes_is_aside(run);
    const size_t parent = run->plan.scheme->elitist && run->plan.guests > 0;
    const bool waits = run->plan.s.asynchronous ? run->begun : run->open && first;
    if (g->kept && run->begun != waits)
        nes_code_refuse(c, "'start kept' is 1, but the start has been evaluated");
    const size_t wanted = g->kept && run->open ? run->plan.guests - parent : 0;
    if (g->n != wanted) nes_code_refuse(c, "'guests' is %zu, but must be %zu", g->n, wanted);
    if (!g->kept && !run->begun && run->plan.guests > 0)
        nes_code_refuse(c, "'start kept' is 0, but the start has not been evaluated");
    if (!run->begun && run->open) nes_code_refuse(c, "'begun' is 0, but 'open' is 1");
    if (!run->begun && run->tally.evaluations > 0)
        nes_code_refuse(c, "'begun' is 0, but there were evaluations");
    if (g->kept) check_kept(c, run, "start", nes_guests_x(run), nes_guests_choices(run));
    for (size_t i = 0; i < g->n && !c->bad; i++)
        nes_code_check(c, "failed tries of the start", g->tries[i], "'failed' is",
                       run->tally.failed);
}

/* Checks the numbers of samples. They follow from their rows, in order, and rows that were dropped
 * leave gaps; importance mixing takes samples from anywhere, and so does a trial. */
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

/* Refuses values of points behind the window: all points of a window have values before the next
 * window is handed out. */
static void check_window(nes_coder *c, const struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    size_t first = 0;
    while (first < b->n && b->fate[first]) first++;
    const size_t end = (run->guests.waiting > 0 ? 0 : first / b->window * b->window) + b->window;
    for (size_t r = end; r < b->n; r++)
        if (b->fate[r]) nes_code_refuse(c, "row %zu has a value before it is handed out", r + 1);
}

/* Checks the batch of the generation. An open one has all its rows. */
static void check_batch(nes_coder *c, const struct nes_run *run, bool whole)
{
    const nes_batch *b = &run->g.batch;
    const bool waits = run->open && !nes_is_aside(run);
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
        if (whole) nes_check_saved_point(c, run, "point of a row", nes_batch_x(b, r));
    }
    if (waits && b->window < b->n) check_window(c, run);
}

/* Checks the points of a trial, or of a way, which are no rows of the generation. */
static void check_aside(nes_coder *c, const struct nes_run *run)
{
    const nes_batch *b = nes_open_batch(run);
    if (run->tally.generations == 0)
        nes_code_refuse(c, "points beside a generation wait, but there was no generation");
    if (b->origin) nes_code_refuse(c, "points beside a generation are not at the start");
    for (size_t r = 0; r < b->n && !c->bad; r++) {
        check_row(c, run, b, r);
        nes_check_saved_point(c, run, "point beside a generation", nes_batch_x(b, r));
    }
}

/* Checks the way that is walked. It begins at a row of the generation. */
static void check_way(nes_coder *c, const struct nes_run *run)
{
    const nes_way *w = &run->way;
    const uint64_t rows = run->plan.rows, way = w->at / (NES_WAY_STEPS / NES_WAY_PART);
    if (run->in_trial) nes_code_refuse(c, "'in trial' is 1, and steps on a way wait too");
    if (w->steps.n != NES_WAY_PART)
        nes_code_refuse(c, "there are %zu steps on a way, but must be %d", w->steps.n,
                        NES_WAY_PART);
    if (way >= rows || way * run->plan.sampling->multiple >= run->g.batch.n)
        nes_code_refuse(c, "'parts of ways' is %llu, of a generation of %zu rows",
                        (unsigned long long)w->at, run->g.batch.n);
    if (w->taken > last_number(run))
        nes_code_refuse(c, "'evaluation of the step taken' is %llu, but there were %llu",
                        (unsigned long long)w->taken, (unsigned long long)last_number(run));
}

/* Checks that the values of the open generation have been counted. */
static void check_told(nes_coder *c, const struct nes_run *run)
{
    const nes_batch *b = nes_open_batch(run);
    uint64_t told = 0;
    for (size_t i = 0; i < run->guests.n; i++) told += nes_is_told(run->guests.fate[i]);
    for (size_t r = 0; r < b->n; r++)
        told += nes_is_told(b->fate[r]) && b->number[r] > run->base_evaluations;
    nes_code_check(c, "values of the open generation", told, "evaluations since its start are",
                   run->tally.evaluations - run->base_evaluations);
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
    if (!c->bad && run->way.on) check_way(c, run);
    if (!c->bad && nes_is_aside(run)) check_aside(c, run);
    if (!c->bad && run->open) check_told(c, run);
}
