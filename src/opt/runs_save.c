/* SPDX-License-Identifier: MIT
 *
 * Saving and loading a set of runs: what new runs are made of, the course of the schedule, and
 * every run that still matters as it would be saved alone. The format is docs/save-format.md. */
#include <math.h>
#include <string.h>

#include "opt/runs.h"
#include "opt/save.h"
#include "util/memory.h"

enum { MEMBER_SIZE = 64 }; /* no saved run is as small */

/* Counts of the whole and of its schedule. */
static void code_course(nes_coder *c, nes_opt *o)
{
    nes_runs *r = o->runs;
    nes_schedule *t = &r->schedule;
    uint64_t stop = (uint64_t)o->stop;
    uint64_t *const counters[] = {&o->evaluations, &o->failed,   &o->nonfinite, &o->generations,
                                  &r->base,        &r->since,    &t->created,   &t->doubling,
                                  &t->spent[0],    &t->spent[1], &t->last_large};
    double *const reals[] = {&o->generation_best, &o->generation_median, &o->stop_value,
                             &o->stop_threshold};
    nes_code_text(c, o->choice, sizeof o->choice);
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) nes_code_count(c, counters[i]);
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) nes_code_real(c, reals[i]);
    nes_code_count(c, &stop);
    if (stop >= (uint64_t)NES_STOP_END_) c->bad = true;
    o->stop = c->bad ? NES_STOP_USER : (nes_stop)stop;
    nes_code_flag(c, &o->open);
    nes_code_size(c, &r->place);
    if (t->doubling > t->max_doubling || t->created > t->max_runs) c->bad = true;
}

/* The run itself: its size, and its bytes. */
static nes_status code_run(nes_coder *c, nes_opt **run, const nes_settings *s)
{
    size_t size = c->in != NULL ? 0 : nes_save_size(*run);
    nes_code_size(c, &size);
    if (c->in != NULL && size > c->size - c->used) c->bad = true;
    if (c->bad) return NES_OK;
    nes_status st = NES_OK;
    if (c->in != NULL) st = nes_load_member(run, c->in + c->used, size, s);
    if (c->out != NULL) st = nes_save(*run, c->out + c->used, size, NULL);
    c->used += size;
    return st;
}

static nes_status code_member(nes_coder *c, nes_member *m, const nes_settings *s)
{
    nes_code_flag(c, &m->large);
    nes_code_count(c, &m->max_evals);
    nes_code_count(c, &m->max_gens);
    nes_code_count(c, &m->number);
    nes_code_count(c, &m->best_evaluation);
    const nes_status st = code_run(c, &m->o, s);
    if (c->in == NULL || st != NES_OK || c->bad) return st;
    m->used = m->o->evaluations;
    m->next = nes_runs_next(m->o);
    return NES_OK;
}

void nes_runs_code(nes_coder *c, const nes_opt *o)
{
    nes_opt copy = *o; /* the walk may write, though it changes nothing */
    nes_runs runs = *o->runs;
    copy.runs = &runs;
    nes_code_array(c, o->s.factor, o->dim * o->dim);
    nes_code_array(c, runs.start, o->dim);
    code_course(c, &copy);
    nes_code_size(c, &runs.schedule.n);
    for (size_t i = 0; i < runs.schedule.n; i++) {
        nes_member m = runs.schedule.run[i];
        code_member(c, &m, NULL);
    }
    bool kept = runs.kept.o != NULL;
    nes_code_flag(c, &kept);
    if (kept) code_member(c, &runs.kept, NULL);
}

static nes_status no_memory(nes_note note)
{
    return nes_refuse(note, NES_ERR_MEMORY, "there is no memory to load the runs");
}

static nes_status read_members(nes_coder *c, nes_opt *o, const nes_settings *s, nes_note note)
{
    nes_runs *r = o->runs;
    nes_schedule *t = &r->schedule;
    size_t n = 0;
    bool kept = false;
    nes_code_size(c, &n);
    if (n > (c->size - c->used) / MEMBER_SIZE) c->bad = true;
    if (c->bad) return NES_OK;
    nes_status st = nes_runs_make_room(o, n, note);
    while (st == NES_OK && !c->bad && t->n < n) {
        nes_member m = {.o = NULL};
        st = code_member(c, &m, s);
        if (m.o == NULL) continue;
        m.o->g.dist.team = o->team;
        t->run[t->n++] = m;
    }
    if (st == NES_OK) nes_code_flag(c, &kept);
    if (st == NES_OK && kept) st = code_member(c, &r->kept, s);
    return st;
}

/* The parts must fit each other, or asking and telling would go astray. */
static bool fits(const nes_opt *o)
{
    const nes_runs *r = o->runs;
    const nes_schedule *t = &r->schedule;
    if (t->n == 0 && r->kept.o == NULL) return false;
    if (r->kept.o != NULL && r->kept.o->dim != o->dim) return false;
    for (size_t i = 0; i < t->n; i++) {
        const nes_opt *run = t->run[i].o;
        if (run->dim != o->dim || (o->stop == NES_RUNNING && run->stop != NES_RUNNING))
            return false;
    }
    if (o->stop != NES_RUNNING) return !o->open || r->place < t->n;
    if (o->s.max_evals > 0 && o->evaluations >= o->s.max_evals) return false;
    if (o->s.max_gens > 0 && o->generations >= o->s.max_gens) return false;
    return o->open ? r->place < t->n : r->strategy->next(t).kind != NES_TURN_END;
}

static nes_status read_all(nes_coder *c, nes_opt *o, const nes_settings *s, nes_note note)
{
    code_course(c, o);
    if (c->bad) return NES_OK;
    const nes_status st = read_members(c, o, s, note);
    if (st != NES_OK || c->bad) return st;
    if (!fits(o)) return NES_ERR_DAMAGED;
    const nes_member *leader = nes_runs_leader(o);
    o->best_f = leader->o->best_f;
    o->best_evaluation = leader->best_evaluation;
    return NES_OK;
}

nes_status nes_runs_load(nes_opt **out, nes_coder *c, size_t dim, nes_settings *s, nes_note note)
{
    bool missing = false;
    double *start = NULL, *factor = NULL;
    if (dim > UINT32_MAX) return NES_ERR_DAMAGED;
    factor = nes_read_array(c, &s->allocator, dim * dim, &missing);
    if (!missing) start = nes_read_array(c, &s->allocator, dim, &missing);
    s->factor = factor;
    nes_status st = missing ? no_memory(note) : NES_OK;
    if (st == NES_OK && c->bad) st = NES_ERR_DAMAGED;
    if (st == NES_OK) st = nes_runs_allocate(out, dim, start, s, note);
    nes_release(&s->allocator, factor);
    nes_release(&s->allocator, start);
    s->threads = 1; /* for the runs: those of the whole are theirs */
    if (st == NES_OK) st = read_all(c, *out, s, note);
    if (st == NES_OK || *out == NULL) return st;
    nes_destroy(*out);
    *out = NULL;
    return st == NES_ERR_MEMORY ? no_memory(note) : st;
}
