/* SPDX-License-Identifier: MIT
 *
 * The state of one run, saved and loaded by one walk. Points are not saved: they are made again
 * from the distribution and the stream. The format is docs/save-format.md. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/run/run.h"
#include "opt/save/save.h"
#include "technique/technique.h"

#define FIELD(kind, name, field) NES_CODED(kind, struct nes_run, name, field)

static const nes_coded fields[] = {
    FIELD(COUNT, "evaluations", tally.evaluations),
    FIELD(COUNT, "failed", tally.failed),
    FIELD(COUNT, "nonfinite", tally.nonfinite),
    FIELD(COUNT, "generations", tally.generations),
    FIELD(COUNT, "generations drawn", drawn),
    FIELD(COUNT, "best evaluation", best_evaluation),
    FIELD(COUNT, "evaluations before the batch", base_evaluations),
    FIELD(COUNT, "evaluations judged", judged),
    FIELD(COUNT, "judgements", judgements),
    FIELD(COUNT, "infeasible generations", infeasible),
    FIELD(COUNT, "flat generations", flat),
    FIELD(WORD, "next id", next_id),
    FIELD(RATE, "base rate of the mean", g.base.mu),
    FIELD(RATE, "base rate of the scale", g.base.sigma),
    FIELD(RATE, "base rate of the shape", g.base.shape),
    FIELD(RATE, "base rate of nu", g.base.nu),
    FIELD(RATE, "rate of the mean", g.eta.mu),
    FIELD(RATE, "rate of the scale", g.eta.sigma),
    FIELD(RATE, "rate of the shape", g.eta.shape),
    FIELD(RATE, "rate of nu", g.eta.nu),
    FIELD(LEVEL, "value of the parent", g.parent_f),
    FIELD(RATE, "largest initial deviation", max_std0),
    FIELD(VALUE, "best value", best_f),
    FIELD(REAL, "best of the generation", generation_best),
    FIELD(REAL, "median of the generation", generation_median),
    FIELD(LEVEL, "best since the history", history.period_best),
    FIELD(LEVEL, "worst since the history", history.period_worst),
    FIELD(COUNT, "best ones since the history", history.period_ties),
    FIELD(REAL, "median of the first generation", first_f),
    FIELD(LENGTH, "width at the start", start_width),
    FIELD(LENGTH, "largest width", most_width),
    FIELD(REAL, "stop value", end.value),
    FIELD(REAL, "stop threshold", end.threshold),
    FIELD(FLAG, "begun", begun),
    FIELD(FLAG, "start kept", guests.kept),
    FIELD(SIZE, "guests", guests.n),
    FIELD(FLAG, "lost", lost),
    FIELD(FLAG, "fresh", fresh),
    FIELD(FLAG, "open", open),
    FIELD(FLAG, "in trial", in_trial),
};

/* Of runs that have ways. */
static const nes_coded way_fields[] = {
    FIELD(FLAG, "on a way", way.on),
    FIELD(COUNT, "parts of ways", way.at),
    FIELD(COUNT, "evaluations at the next ways", way.due),
    FIELD(REAL, "value of the goal", way.goal_f),
    FIELD(REAL, "rise on a way", way.margin),
    FIELD(REAL, "value before the steps", way.above),
    FIELD(COUNT, "evaluation of the step taken", way.taken),
};

/* Codes the numbers of a row that cannot be made again from the stream. */
static void code_row(nes_coder *c, nes_batch *b, size_t k)
{
    const size_t d = b->d;
    nes_code_real(c, &b->tail[k]);
    nes_code_reals(c, b->z + k * d, d);
    if (b->y != NULL) nes_code_reals(c, b->y + k * b->width, d);
    nes_code_reals(c, b->x + k * d, d);
}

/* What became of a point, its value and its outputs. */
typedef struct told {
    unsigned char *fate;
    double *f, *outputs;
    size_t m;
} told;

/* Codes a number that has a byte in memory. */
static void code_byte(nes_coder *c, const char *name, unsigned char *v, uint64_t most)
{
    uint64_t n = *v;
    nes_code_count(c, &n);
    nes_code_check(c, name, n, "at most", most);
    if (c->in != NULL) *v = (unsigned char)n;
}

static void code_fate(nes_coder *c, unsigned char *fate)
{
    code_byte(c, "fate of a point", fate, NES_FATE_END_ - 1);
    if (*fate == NES_FAILED) nes_code_refuse(c, "a point has failed, but waits for no other try");
}

static void code_value(nes_coder *c, const told *t)
{
    const bool there = nes_is_told(*t->fate);
    double f = there ? *t->f : 0;
    nes_code_real(c, &f);
    if (there) nes_code_reals(c, t->outputs, t->m);
    if (*t->fate == NES_GIVEN_UP && !isnan(f))
        nes_code_refuse(c, "a point was given up, but has the value %g", f);
    if (c->in != NULL) *t->f = f;
}

static void code_batch(nes_coder *c, nes_batch *b, uint64_t next_id, bool whole)
{
    nes_code_flag(c, &b->origin);
    nes_code_size(c, &b->n);
    nes_code_check(c, "rows of a generation", b->n, "its population is", b->capacity);
    for (size_t r = 0; c->in != NULL && r < b->n && !c->bad; r++) {
        b->row[r] = r;
        b->id[r] = next_id + r;
    }
    const size_t *slots = c->bad ? NULL : nes_batch_slots(b);
    for (size_t r = 0; r < b->n && !c->bad; r++) {
        const size_t k = slots[r];
        const told t = {&b->fate[k], &b->f[k], nes_outputs_at(b->outputs, b->noutputs, k),
                        b->noutputs};
        code_fate(c, t.fate);
        nes_code_count(c, &b->source[k]);
        code_byte(c, "redraws of a row", &b->lane[k], NES_LANE_REDRAWS);
        nes_code_count(c, &b->tries[k]);
        nes_code_count(c, &b->number[k]);
        code_value(c, &t);
        if (whole) code_row(c, b, k);
    }
}

static void code_history(nes_coder *c, nes_history *h)
{
    nes_code_size(c, &h->used);
    nes_code_size(c, &h->next);
    if (h->used > h->length || h->next != (h->used < h->length ? h->used : h->next % h->length))
        nes_code_refuse(c, "the history has %zu values of %zu and goes on at %zu", h->used,
                        h->length, h->next);
    if (!c->bad) nes_code_row(c, "history", NES_CODED_LEVEL, h->best, h->used);
}

/* Whether there are as many marks as the stride says: it doubles whenever all marks are used, and
 * then half of them are left. */
static bool is_stride(const nes_course *k)
{
    uint64_t stride = NES_MARK_EVERY;
    while (stride < k->stride && stride < UINT64_MAX / NES_MARKS / 4) stride *= 2;
    const uint64_t marks = k->entries / stride;
    return stride == k->stride && marks < NES_MARKS &&
           (marks >= NES_MARKS / 2 || stride == NES_MARK_EVERY);
}

/* Codes the course. The number of marks follows from the entries and their stride. */
static void code_course(nes_coder *c, nes_course *k)
{
    nes_code_count(c, &k->entries);
    nes_code_count(c, &k->stride);
    if (!is_stride(k))
        nes_code_refuse(c, "the course has %llu entries with %llu from one mark to the next",
                        (unsigned long long)k->entries, (unsigned long long)k->stride);
    if (c->bad) return;
    if (c->in != NULL) k->used = (size_t)(k->entries / k->stride);
    const size_t recent = k->entries < NES_RECENT ? (size_t)k->entries : NES_RECENT;
    nes_code_row(c, "best values of the course", NES_CODED_LEVEL, k->low, recent);
    nes_code_row(c, "median values of the course", NES_CODED_LEVEL, k->middle, recent);
    for (nes_mark *m = k->mark; m < k->mark + k->used; m++) {
        nes_code_row(c, "best values of the marks", NES_CODED_VALUE, &m->best, 1);
        nes_code_row(c, "best medians of the marks", NES_CODED_LEVEL, &m->low, 1);
        nes_code_row(c, "medians of the marks", NES_CODED_LEVEL, &m->middle, 1);
        nes_code_row(c, "widths of the marks", NES_CODED_LENGTH, &m->width, 1);
    }
}

/* Codes what each technique remembers: its name, how many numbers, the numbers. */
static void code_techniques(nes_coder *c, nes_gen *g)
{
    for (nes_active *a = g->active; a < g->active + g->nactive; a++) {
        char name[NES_CODED_NAME] = "";
        size_t n = a->nstate;
        if (c->in == NULL) strcpy(name, a->technique->name);
        nes_code_text(c, name, sizeof name);
        nes_code_size(c, &n);
        if (n != a->nstate || strcmp(name, a->technique->name) != 0)
            nes_code_refuse(c, "there are %zu numbers of technique '%s' where '%s' has %zu", n,
                            name, a->technique->name, a->nstate);
        if (!c->bad) nes_code_reals(c, a->state, n);
        if (c->in != NULL && !c->bad && a->technique->sound != NULL && !a->technique->sound(g, a))
            nes_code_refuse(c, "technique '%s' remembers %g, which it cannot have come to", name,
                            a->state[0]);
    }
}

/* Whether mixing or adaptation will look back at the last move and its samples. */
static bool remembers(const struct nes_run *run)
{
    return run->g.step.record != NULL && run->tally.generations > 0;
}

/* Codes what densities across the last step need; the step was made of n samples. */
static void code_record(nes_coder *c, struct nes_run *run)
{
    nes_step *s = &run->g.step;
    nes_code_size(c, &s->n);
    nes_code_check(c, "samples of the last step", s->n, "the population is", run->plan.rows);
    if (c->bad) return;
    if (c->in != NULL) s->z = run->g.batch.z;
    s->extra = nes_family_nalong(&run->g.dist, run->plan.gradient->scores);
    nes_code_reals(c, s->record, nes_family_record(&run->g.dist, s));
}

/* Codes the steps of the way that is open: they cannot be made again once the goal has moved. */
static void code_steps(nes_coder *c, struct nes_run *run)
{
    nes_batch *b = &run->way.steps;
    code_batch(c, b, run->next_id, false);
    const size_t *slots = c->bad ? NULL : nes_batch_slots(b);
    for (size_t r = 0; r < b->n && !c->bad; r++)
        nes_code_reals(c, nes_batch_x(b, slots[r]), run->dim);
}

/* Codes the start, which is kept until it has been evaluated, and the guests of the open batch. */
static void code_guests(nes_coder *c, struct nes_run *run)
{
    nes_guests *g = &run->guests;
    if (g->n > run->plan.guests || run->plan.guests == 0)
        nes_code_refuse(c, "the start was handed out %zu times, but it is evaluated %zu times",
                        g->n, run->plan.guests);
    if (c->bad) return;
    nes_code_reals(c, nes_guests_x(run), run->dim);
    nes_code_reals(c, nes_guests_choices(run), run->chosen.of.n);
    for (size_t i = 0; i < g->n && !c->bad; i++) {
        const size_t m = run->outputs;
        const told t = {&g->fate[i], &g->f[i], nes_outputs_at(g->outputs, m, i), m};
        code_fate(c, t.fate);
        nes_code_count(c, &g->tries[i]);
        code_value(c, &t);
        if (c->in != NULL) g->waiting += g->fate[i] == NES_WAITING;
    }
    if (c->in != NULL) nes_guests_copy(run);
}

/* Takes the centre of the distribution for the start in data of versions that did not save the
 * start. */
static void guess_start(struct nes_run *run)
{
    double *x = nes_guests_x(run);
    if (x == NULL || run->begun || !run->g.dist.family->located) return;
    memcpy(x, run->g.dist.theta, run->dim * sizeof *x);
    if (run->bounds.bounder != NULL) nes_bounds_into(&run->bounds, x);
    nes_integers_round(run, x);
    for (size_t i = 0; i < run->chosen.of.n; i++) nes_guests_choices(run)[i] = 0;
    nes_guests_copy(run);
    run->guests.kept = true;
}

/* Derives what no field says from the numbers that were read. */
static void resume(nes_coder *c, struct nes_run *run)
{
    nes_address(run);
    run->waiting = run->guests.waiting;
    const nes_batch *b = nes_open_batch(run);
    for (size_t k = 0; run->open && k < b->n; k++) {
        run->waiting += b->fate[k] == NES_WAITING;
        run->late += b->fate[k] == NES_LATE;
    }
    for (size_t i = 0; i < run->guests.n; i++) run->late += run->guests.fate[i] == NES_LATE;
    if (run->open && run->waiting == 0) /* no tell could close this generation */
        nes_code_refuse(c, "'open' is 1, but every point has a value");
    if (run->late > 0 && nes_needs_all(run))
        nes_code_refuse(c, "%zu points are late, but a table of utilities needs all", run->late);
    if (c->bad) return;
    if (run->open && !remembers(run)) nes_replace_batch(run);
    if (nes_is_aside(run)) nes_weigh(run);
}

/* Codes the arrays of a run. */
static void code_arrays(nes_coder *c, struct nes_run *run)
{
    const size_t ntheta = run->g.dist.family->ntheta(&run->g.dist);
    nes_code_stop(c, &run->end.reason);
    nes_code_reals(c, run->g.dist.theta, ntheta);
    nes_code_reals(c, run->best_x, run->plan.dim);
    nes_code_reals(c, run->best_outputs, run->outputs);
    if (run->std0 != NULL)
        nes_code_row(c, "initial deviations", NES_CODED_RATE, run->std0, run->dim);
    code_history(c, &run->history);
    if (c->format >= NES_FORMAT_COURSE) code_course(c, &run->course);
    code_techniques(c, &run->g);
    nes_code_constraints(c, run);
    if (run->plan.crosses) nes_code_integers(c, run);
    if (run->chosen.of.n > 0) nes_code_choices(c, run);
    if (remembers(run)) code_record(c, run);
    if (run->in_trial && (run->trial.x == NULL || !run->open))
        nes_code_refuse(c, "'in trial' is 1 in a run that has no trial open");
    if (run->way.on && !run->open)
        nes_code_refuse(c, "'on a way' is 1 in a run that has no way open");
}

void nes_code_run(nes_coder *c, struct nes_run *run)
{
    const uint64_t first_id = run->next_id;
    NES_CODE_TABLE(c, fields, run);
    if (run->way.steps.x != NULL) NES_CODE_TABLE(c, way_fields, run);
    code_arrays(c, run);
    if (c->bad) return;
    if (run->open || remembers(run)) code_batch(c, &run->g.batch, run->next_id, remembers(run));
    if (run->in_trial) code_batch(c, &run->trial, run->next_id, true);
    if (run->way.on) code_steps(c, run);
    if (run->guests.kept) code_guests(c, run);
    if (run->plan.s.asynchronous && !c->bad) nes_code_arrivals(c, run);
    if (c->in == NULL || c->bad) return;
    if (!run->guests.kept) guess_start(run);
    if (c->format == 2) run->lost = run->tally.generations > 0 && isnan(run->best_f);
    nes_check_saved_run(c, run, first_id);
    if (nes_coords_any(run->g.dist.coords, c->bad)) /* slices go on together, or not at all */
        nes_code_refuse(c, "another slice of it is damaged");
    else
        resume(c, run);
}
