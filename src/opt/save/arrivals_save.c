/* SPDX-License-Identifier: MIT
 *
 * Points drawn one at a time, saved and loaded: values that wait for an update of a run, and points
 * that are under way. Samples are not saved: their ids are their addresses. */
#include <string.h>

#include "opt/run/run.h"
#include "opt/save/save.h"
#include "opt/search/runs.h"
#include "util/limits.h"

static const nes_coded run_fields[] = {
    NES_CODED(COUNT, struct nes_run, "samples drawn", arrivals.asked),
    NES_CODED(WORD, struct nes_run, "id of the best point", arrivals.best_id),
};

/* Codes an id of a point that the run has handed out. */
static void code_id(nes_coder *c, const struct nes_run *run, uint64_t *id)
{
    nes_code_count(c, id);
    if (c->in == NULL || c->bad) return;
    const bool own = *id >> NES_ID_BITS == run->next_id >> NES_ID_BITS;
    if (!own || !nes_arrivals_has_asked(run, *id))
        nes_code_refuse(c, "the point with id %llu was never handed out", (unsigned long long)*id);
}

static void code_born(nes_coder *c, const struct nes_run *run, uint64_t *born)
{
    nes_code_count(c, born);
    nes_code_check(c, "updates before a point", *born, "'generations' is", run->tally.generations);
}

/* Codes row k of the values that have arrived. */
static void code_arrival(nes_coder *c, struct nes_run *run, size_t k)
{
    nes_batch *b = &run->g.batch;
    uint64_t fate = b->fate[k];
    code_id(c, run, &b->id[k]);
    code_born(c, run, &b->source[k]);
    nes_code_count(c, &b->number[k]);
    nes_code_check(c, "evaluation of a row", b->number[k], "the last one is",
                   run->tally.evaluations);
    nes_code_count(c, &b->tries[k]);
    nes_code_check(c, "failed tries of a row", b->tries[k], "'failed' is", run->tally.failed);
    nes_code_count(c, &fate);
    if (fate != NES_MEASURED && fate != NES_GIVEN_UP)
        nes_code_refuse(c, "a value has arrived of a point with fate %llu",
                        (unsigned long long)fate);
    nes_code_real(c, &b->f[k]);
    nes_code_reals(c, nes_outputs_at(b->outputs, b->noutputs, k), b->noutputs);
    nes_code_row(c, "point of a row", NES_CODED_FINITE, nes_batch_x(b, k), run->dim);
    if (c->in == NULL || c->bad) return;
    b->fate[k] = (unsigned char)fate;
    b->row[k] = k;
    b->tail[k] = 1;
    b->lane[k] = 0;
    if (fate == NES_GIVEN_UP) b->f[k] = nes_signed(run->plan.s.maximize, nes_no_value());
    nes_arrivals_redraw(run, b->id[k], b->z + k * b->d);
}

void nes_code_arrivals(nes_coder *c, struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    NES_CODE_TABLE(c, run_fields, run);
    nes_code_size(c, &b->n);
    if (b->n >= run->plan.rows)
        nes_code_refuse(c, "%zu values have arrived, but %zu make an update", b->n, run->plan.rows);
    if (c->bad) b->n = 0;
    for (size_t k = 0; k < b->n && !c->bad; k++) code_arrival(c, run, k);
}

/* Where the run of a point has ended, only the point as it was handed out is left. */
static void code_point(nes_coder *c, nes_runs *r, size_t i)
{
    nes_flight *t = &r->flight;
    nes_flier *f = &t->of[i];
    struct nes_run *run = nes_runs_home(r, f->id);
    double *x = nes_flight_x(t, i), *shown = nes_flight_shown(t, i);
    nes_code_row(c, "point under way", NES_CODED_FINITE, run != NULL ? x : shown, t->d);
    if (c->in == NULL || c->bad) return;
    if (run != NULL) {
        nes_arrivals_redraw(run, f->id, nes_flight_z(t, i));
        nes_arrivals_show(run, f->id, x, shown);
    } else {
        nes_check_saved_point(c, r->kept.run, "point under way", shown);
    }
}

static void code_flier(nes_coder *c, nes_runs *r, size_t i)
{
    nes_flier *f = &r->flight.of[i];
    struct nes_run *run;
    nes_code_count(c, &f->id);
    nes_code_count(c, &f->born);
    nes_code_count(c, &f->tries);
    nes_code_flag(c, &f->again);
    nes_code_flag(c, &f->large);
    nes_code_check(c, "failed tries of a point", f->tries, "'failed' is", r->tally.failed);
    if (c->in == NULL || c->bad) return;
    run = nes_runs_home(r, f->id);
    const bool known = run != NULL ? nes_arrivals_has_asked(run, f->id)
                                   : f->id >> NES_ID_BITS < r->schedule.created;
    if (!known || (i > 0 && f->id <= f[-1].id) || (run == NULL && r->kept.run == NULL))
        nes_code_refuse(c, "the point with id %llu cannot be under way", (unsigned long long)f->id);
    if (run != NULL)
        nes_code_check(c, "updates before a point", f->born, "'generations' is",
                       run->tally.generations);
}

void nes_code_flight(nes_coder *c, nes_runs *r)
{
    nes_flight *t = &r->flight;
    nes_code_size(c, &t->n);
    if (t->n > t->room)
        nes_code_refuse(c, "%zu points are under way, but there is room for %zu", t->n, t->room);
    if (c->bad) t->n = 0;
    for (size_t i = 0; i < t->n && !c->bad; i++) {
        code_flier(c, r, i);
        if (!c->bad) code_point(c, r, i);
    }
}
