/* SPDX-License-Identifier: MIT
 *
 * The state of one run, saved and loaded by one walk. Points are not saved: they are made again
 * from the distribution and the stream. The format is docs/save-format.md. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/run.h"
#include "opt/save.h"
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
    FIELD(COUNT, "next id", next_id),
    FIELD(REAL, "base rate of the mean", g.base.mu),
    FIELD(REAL, "base rate of the scale", g.base.sigma),
    FIELD(REAL, "base rate of the shape", g.base.shape),
    FIELD(REAL, "base rate of nu", g.base.nu),
    FIELD(REAL, "rate of the mean", g.eta.mu),
    FIELD(REAL, "rate of the scale", g.eta.sigma),
    FIELD(REAL, "rate of the shape", g.eta.shape),
    FIELD(REAL, "rate of nu", g.eta.nu),
    FIELD(REAL, "value of the parent", g.elitist.parent_f),
    FIELD(REAL, "largest initial deviation", max_std0),
    FIELD(REAL, "best value", best_f),
    FIELD(REAL, "best of the generation", generation_best),
    FIELD(REAL, "median of the generation", generation_median),
    FIELD(REAL, "best since the history", history.period_best),
    FIELD(REAL, "worst since the history", history.period_worst),
    FIELD(COUNT, "best ones since the history", history.period_ties),
    FIELD(REAL, "median of the first generation", first_f),
    FIELD(REAL, "width at the start", start_width),
    FIELD(REAL, "largest width", most_width),
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

static size_t slot_of_row(const nes_batch *b, size_t row)
{
    size_t k = row;
    if (b->row[k] != row)
        for (k = 0; b->row[k] != row;) k++;
    return k;
}

/* The row itself, where it cannot be made again from the stream. */
static void code_row(nes_coder *c, nes_batch *b, size_t k)
{
    const size_t d = b->d;
    nes_code_real(c, &b->tail[k]);
    nes_code_reals(c, b->z + k * d, d);
    if (b->y != NULL) nes_code_reals(c, b->y + k * b->width, d);
    nes_code_reals(c, b->x + k * d, d);
}

static void code_batch(nes_coder *c, nes_batch *b, uint64_t next_id, bool whole)
{
    nes_code_flag(c, &b->origin);
    nes_code_size(c, &b->n);
    if (b->n > b->capacity) c->bad = true;
    for (size_t r = 0; c->in != NULL && r < b->n && !c->bad; r++) {
        b->row[r] = r;
        b->id[r] = next_id + r;
    }
    for (size_t r = 0; r < b->n && !c->bad; r++) {
        const size_t k = slot_of_row(b, r);
        uint64_t lane = b->lane[k];
        bool valued = b->valued[k] != 0;
        double f = valued ? b->f[k] : 0;
        nes_code_flag(c, &valued);
        nes_code_count(c, &b->source[k]);
        nes_code_count(c, &lane);
        nes_code_count(c, &b->tries[k]);
        nes_code_count(c, &b->number[k]);
        nes_code_real(c, &f);
        if (whole) code_row(c, b, k);
        if (lane > NES_LANE_REDRAWS) c->bad = true;
        if (c->in == NULL) continue;
        b->valued[k] = valued;
        b->lane[k] = (unsigned char)lane;
        b->f[k] = f;
    }
}

static void code_history(nes_coder *c, nes_history *h)
{
    nes_code_size(c, &h->used);
    nes_code_size(c, &h->next);
    if (h->used > h->length || h->next >= h->length) c->bad = true;
    if (!c->bad) nes_code_reals(c, h->best, h->used);
}

/* Marks are as many as the entries and their stride say. */
static void code_course(nes_coder *c, nes_course *k)
{
    nes_code_count(c, &k->entries);
    nes_code_count(c, &k->stride);
    if (k->stride < NES_MARK_EVERY || k->stride > UINT64_MAX / NES_MARKS / 2) c->bad = true;
    if (!c->bad && k->entries / k->stride >= NES_MARKS) c->bad = true;
    if (c->bad) return;
    if (c->in != NULL) k->used = (size_t)(k->entries / k->stride);
    const size_t recent = k->entries < NES_RECENT ? (size_t)k->entries : NES_RECENT;
    nes_code_reals(c, k->low, recent);
    nes_code_reals(c, k->middle, recent);
    for (nes_mark *m = k->mark; m < k->mark + k->used; m++) {
        nes_code_real(c, &m->best);
        nes_code_real(c, &m->low);
        nes_code_real(c, &m->middle);
        nes_code_real(c, &m->width);
    }
}

/* What each technique remembers: its name, how many numbers, the numbers. */
static void code_techniques(nes_coder *c, nes_gen *g)
{
    for (nes_active *a = g->active; a < g->active + g->nactive; a++) {
        char name[NES_CODED_NAME] = "";
        size_t n = a->nstate;
        if (c->in == NULL) strcpy(name, a->technique->name);
        nes_code_text(c, name, sizeof name);
        nes_code_size(c, &n);
        if (n != a->nstate || strcmp(name, a->technique->name) != 0) c->bad = true;
        if (!c->bad) nes_code_reals(c, a->state, n);
    }
}

/* Mixing and adaptation look back at the last move and its samples. */
static bool remembers(const struct nes_run *run)
{
    return run->g.step.record != NULL && run->tally.generations > 0;
}

/* What densities across the last step need; the step was made of n samples. */
static void code_record(nes_coder *c, struct nes_run *run)
{
    nes_step *s = &run->g.step;
    nes_code_size(c, &s->n);
    if (s->n > run->plan.rows) c->bad = true;
    if (c->bad) return;
    if (c->in != NULL) s->z = run->g.batch.z;
    s->extra = nes_family_nalong(run->g.family, run->dim, run->plan.gradient->scores);
    nes_code_reals(c, s->record, nes_family_record(run->g.family, &run->g.dist, s));
}

/* The start, as long as it is to be evaluated, with the guests of the open batch. */
static void code_guests(nes_coder *c, struct nes_run *run)
{
    nes_guests *g = &run->guests;
    if (g->n > run->plan.guests || run->plan.guests == 0) c->bad = true;
    if (c->bad) return;
    nes_code_reals(c, nes_guests_x(run), run->dim);
    for (size_t i = 0; i < g->n && !c->bad; i++) {
        bool valued = g->valued[i] != 0;
        double f = valued ? g->f[i] : 0;
        nes_code_flag(c, &valued);
        nes_code_count(c, &g->tries[i]);
        nes_code_real(c, &f);
        if (c->in == NULL) continue;
        g->valued[i] = valued;
        g->f[i] = f;
        g->waiting += !valued;
    }
    if (c->in != NULL) nes_guests_copy(run);
}

/* Where the start was not saved, the centre is as near to it as can be. */
static void guess_start(struct nes_run *run)
{
    double *x = nes_guests_x(run);
    if (x == NULL || run->begun || !run->g.family->located) return;
    memcpy(x, run->g.dist.theta, run->dim * sizeof *x);
    if (run->bounds.bounder != NULL) nes_bounds_into(&run->bounds, x);
    nes_integers_round(run, x);
    nes_guests_copy(run);
    run->guests.kept = true;
}

/* What follows from the numbers read; false: they make no sense together. */
static bool resume(struct nes_run *run)
{
    nes_address(run);
    run->waiting = run->guests.waiting;
    const nes_batch *b = nes_open_batch(run);
    for (size_t k = 0; run->open && k < b->n; k++) run->waiting += !b->valued[k];
    if (run->open && run->waiting == 0) return false; /* nobody could ever go on */
    if (run->g.batch.origin && !run->g.family->located) return false;
    if (run->open && !remembers(run)) nes_replace_batch(run);
    if (run->in_trial) nes_weigh(run);
    return true;
}

void nes_code_run(nes_walk *w, struct nes_run *run)
{
    nes_coder *c = &w->c;
    const size_t ntheta = nes_family_ntheta(run->g.family, run->dim, nes_model_of(&run->plan.s));
    NES_CODE_TABLE(w, fields, run);
    nes_code_stop(c, &run->end.reason);
    nes_code_reals(c, run->g.dist.theta, ntheta);
    nes_code_reals(c, run->best_x, run->dim);
    if (run->std0 != NULL) nes_code_reals(c, run->std0, run->dim);
    code_history(c, &run->history);
    if (w->format >= NES_FORMAT_COURSE) code_course(c, &run->course);
    code_techniques(c, &run->g);
    if (remembers(run)) code_record(c, run);
    if (run->in_trial && (run->trial.x == NULL || !run->open)) c->bad = true;
    if (c->bad) return;
    if (run->open || remembers(run)) code_batch(c, &run->g.batch, run->next_id, remembers(run));
    if (run->in_trial) code_batch(c, &run->trial, run->next_id, true);
    if (run->guests.kept)
        code_guests(c, run);
    else if (run->guests.n > 0)
        c->bad = true;
    else if (c->in != NULL)
        guess_start(run);
    if (c->in != NULL && w->format == 2)
        run->lost = run->tally.generations > 0 && isnan(run->best_f);
    if (c->in != NULL && !c->bad && !resume(run)) c->bad = true;
}
