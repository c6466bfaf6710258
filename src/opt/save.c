/* SPDX-License-Identifier: MIT
 *
 * Saving and loading a run. One walk over the state describes the layout; it counts, writes or
 * reads. Numbers are 64-bit little-endian, settings are names and texts, a checksum closes the
 * data. Points are not saved: they are made again from the distribution and the stream.
 * The format is docs/save-format.md. */
#include <string.h>

#include "family/family.h"
#include "family/user.h"
#include "opt/opt.h"
#include "opt/options.h"
#include "opt/runs.h"
#include "opt/save.h"
#include "scheme/scheme.h"
#include "util/coder.h"
#include "util/memory.h"
#include "util/try.h"

static const char MAGIC[8] = {'l', 'i', 'b', 'n', 'e', 's', '\n', '\0'};
enum { FORMAT = 1, HEADER = 24, NAME_SIZE = 64 };

/* What a run is: every option that steers it. Drivers and arrays are left out. */
static bool is_saved(const nes_field *f)
{
    return f->option.type != NES_TYPE_ARRAY && strcmp(f->option.section, "driver") != 0;
}

static void code_settings(nes_coder *c, nes_settings *s)
{
    char name[NAME_SIZE], value[NAME_SIZE];
    const nes_field *f;
    for (size_t i = 0; (f = nes_field_at(i)) != NULL && !c->bad; i++) {
        if (!is_saved(f)) continue;
        strcpy(name, f->option.name);
        value[0] = '\0';
        if (c->in == NULL) nes_get(s, name, value, sizeof value);
        nes_code_text(c, name, sizeof name);
        nes_code_text(c, value, sizeof value);
        if (c->in != NULL && !c->bad && nes_set(s, name, value) != NES_OK) c->bad = true;
    }
}

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
    nes_code_real(c, &h->period_best);
}

/* Mixing and adaptation look back at the last move and its samples. */
static bool remembers(const nes_opt *o)
{
    return o->g.step.record != NULL && o->generations > 0;
}

/* What the run has become. */
static void code_state(nes_coder *c, nes_opt *o)
{
    uint64_t stop = (uint64_t)o->stop;
    uint64_t *const counters[] = {&o->evaluations, &o->best_evaluation,  &o->failed, &o->nonfinite,
                                  &o->generations, &o->base_evaluations, &o->judged, &o->judgements,
                                  &o->infeasible,  &o->next_id};
    double *const reals[] = {&o->g.eta.mu,          &o->g.eta.sigma, &o->g.eta.shape,
                             &o->g.eta.nu,          &o->g.eta.limit, &o->g.elitist.parent_f,
                             &o->max_std0,          &o->best_f,      &o->generation_best,
                             &o->generation_median, &o->stop_value,  &o->stop_threshold};
    const size_t ntheta = nes_family_ntheta(o->g.family, o->dim, o->s.density);
    const size_t nrecord =
        nes_family_nrecord(o->g.family, o->dim, o->rows, 0, o->mixes, o->s.density);
    nes_code_text(c, o->choice, sizeof o->choice);
    nes_code_reals(c, o->g.dist.theta, ntheta);
    nes_code_reals(c, o->best_x, o->dim);
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) nes_code_count(c, counters[i]);
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) nes_code_real(c, reals[i]);
    code_history(c, &o->history);
    nes_code_count(c, &stop);
    if (stop >= (uint64_t)NES_STOP_END_) c->bad = true;
    o->stop = c->bad ? NES_STOP_USER : (nes_stop)stop;
    nes_code_flag(c, &o->begun);
    nes_code_flag(c, &o->open);
    nes_code_flag(c, &o->in_trial);
    for (size_t i = 0; i < o->g.nactive; i++)
        nes_code_reals(c, o->g.active[i].state, o->g.active[i].nstate);
    if (remembers(o)) nes_code_reals(c, o->g.step.record, nrecord);
    if (o->in_trial && o->trial.x == NULL) c->bad = true;
    if (c->bad) return;
    if (o->open || remembers(o)) code_batch(c, &o->g.batch, o->next_id, remembers(o));
    if (o->in_trial) code_batch(c, &o->trial, o->next_id, true);
}

void nes_code_array(nes_coder *c, const double *v, size_t n)
{
    bool there = v != NULL;
    nes_code_flag(c, &there);
    if (there) nes_code_reals(c, (double *)(uintptr_t)v, n);
}

/* Everything between the header and the checksum. */
static void code_body(nes_coder *c, nes_opt *o)
{
    nes_code_size(c, &o->dim);
    code_settings(c, &o->s);
    nes_code_array(c, o->s.lower, o->dim);
    nes_code_array(c, o->s.upper, o->dim);
    nes_code_array(c, o->runs != NULL ? o->s.scale : o->std0, o->dim);
    nes_code_array(c, o->s.utilities, (size_t)o->s.popsize);
    if (o->runs != NULL)
        nes_runs_code(c, o);
    else
        code_state(c, o);
}

size_t nes_save_size(const nes_opt *o)
{
    nes_coder c = {NULL, NULL, 0, HEADER, false};
    if (o == NULL) return 0;
    nes_opt copy = *o;
    code_body(&c, &copy);
    return c.used + 8;
}

nes_status nes_save(const nes_opt *o, void *buffer, size_t size, size_t *written)
{
    if (o == NULL || buffer == NULL) return NES_ERR_ARGUMENT;
    uint64_t total = nes_save_size(o), format = FORMAT;
    if (size < total) return NES_ERR_SPACE;
    nes_opt copy = *o;
    nes_coder c = {buffer, NULL, size, sizeof MAGIC, false};
    memcpy(buffer, MAGIC, sizeof MAGIC);
    nes_code_count(&c, &format);
    nes_code_count(&c, &total);
    code_body(&c, &copy);
    uint64_t sum = nes_checksum(buffer, c.used);
    nes_code_count(&c, &sum);
    if (written != NULL) *written = (size_t)total;
    return NES_OK;
}

/* end: where the body ends and the checksum begins. */
static nes_status check_header(const unsigned char *p, size_t size, size_t *end, nes_note note)
{
    nes_coder c = {NULL, p, size, sizeof MAGIC, false};
    uint64_t format = 0, total = 0, sum = 0;
    if (size < sizeof MAGIC || memcmp(p, MAGIC, sizeof MAGIC) != 0)
        return nes_refuse(note, NES_ERR_FOREIGN, "this is not a saved run of libnes");
    nes_code_count(&c, &format);
    nes_code_count(&c, &total);
    if (c.bad) return nes_refuse(note, NES_ERR_DAMAGED, "the saved run ends inside its header");
    if (format != FORMAT)
        return nes_refuse(note, NES_ERR_FOREIGN,
                          "the saved run has format %llu, this library reads format %d: use the "
                          "version that wrote it",
                          (unsigned long long)format, FORMAT);
    if (total < HEADER + 8 || total > size)
        return nes_refuse(note, NES_ERR_DAMAGED,
                          "the saved run is truncated: %zu bytes of %llu are there", size,
                          (unsigned long long)total);
    c.used = *end = (size_t)total - 8;
    nes_code_count(&c, &sum);
    if (sum != nes_checksum(p, *end))
        return nes_refuse(note, NES_ERR_DAMAGED, "the saved run is damaged: its checksum is wrong");
    return NES_OK;
}

/* The arrays of a saved run, in memory of their own while the handle is built. */
typedef struct arrays {
    double *lower, *upper, *std0, *utilities;
} arrays;

double *nes_read_array(nes_coder *c, const nes_allocator *a, size_t n, bool *no_memory)
{
    bool there = false;
    nes_code_flag(c, &there);
    if (!there || c->bad) return NULL;
    if (n > (c->size - c->used) / 8) {
        c->bad = true;
        return NULL;
    }
    double *v = nes_allocate(a, n * sizeof *v);
    if (v == NULL)
        *no_memory = true;
    else
        nes_code_reals(c, v, n);
    return v;
}

static void take_driver(nes_settings *to, const nes_settings *from)
{
    if (from == NULL) return;
    to->allocator = from->allocator;
    to->jobs = from->jobs;
    to->threads = from->threads;
    to->progress = from->progress;
    to->progress_user = from->progress_user;
    to->density = from->density;
}

/* The state, and what follows from it. */
static void resume(nes_coder *c, nes_opt *o)
{
    code_state(c, o);
    if (c->bad) return;
    nes_address(o);
    o->g.step.n = o->rows; /* the last step was made of the samples of a whole generation */
    o->g.step.z = o->g.batch.z;
    const nes_batch *b = nes_open_batch(o);
    for (size_t k = 0; o->open && k < b->n; k++) o->waiting += !b->valued[k];
    if (o->open && !remembers(o)) nes_replace_batch(o);
    if (o->in_trial) o->g.scheme->weigh(&o->g);
}

/* A handle of the saved kind, with the arrays of the file. alone: it may be a set of runs. */
static nes_status rebuild(nes_opt **o, nes_coder *c, nes_settings *s, arrays *a, bool alone,
                          nes_note note)
{
    bool no_memory = false;
    size_t dim = 0;
    nes_code_size(c, &dim);
    if (dim > c->size / 8) c->bad = true; /* theta alone would not fit */
    if (!c->bad) code_settings(c, s);
    a->lower = nes_read_array(c, &s->allocator, dim, &no_memory);
    if (!no_memory) a->upper = nes_read_array(c, &s->allocator, dim, &no_memory);
    if (!no_memory) a->std0 = nes_read_array(c, &s->allocator, dim, &no_memory);
    if (!no_memory) a->utilities = nes_read_array(c, &s->allocator, (size_t)s->popsize, &no_memory);
    if (no_memory) return nes_refuse(note, NES_ERR_MEMORY, "there is no memory to load the run");
    if (c->bad) return NES_ERR_DAMAGED;
    if (strcmp(s->family, "user") == 0)
        NES_TRY(nes_user_check(s->density, note));
    else
        s->density = NULL;
    s->lower = a->lower;
    s->upper = a->upper;
    s->utilities = a->utilities;
    s->scale = a->std0;
    if (strcmp(s->restarts, "none") != 0)
        return alone ? nes_runs_load(o, c, dim, s, note) : NES_ERR_DAMAGED;
    NES_TRY(nes_opt_allocate(o, dim, NULL, s, note));
    resume(c, *o);
    return NES_OK;
}

static nes_status load(nes_opt **out, const void *buffer, size_t size, const nes_settings *user,
                       bool alone, nes_note note)
{
    size_t end = 0;
    NES_TRY(check_header(buffer, size, &end, note));
    nes_coder c = {NULL, buffer, end, HEADER, false};
    nes_settings s;
    nes_settings_default(&s);
    take_driver(&s, user);
    arrays a = {NULL, NULL, NULL, NULL};
    nes_opt *o = NULL;
    nes_status st = rebuild(&o, &c, &s, &a, alone, note);
    nes_release(&s.allocator, a.lower);
    nes_release(&s.allocator, a.upper);
    nes_release(&s.allocator, a.std0);
    nes_release(&s.allocator, a.utilities);
    const bool user_density = !c.bad && strcmp(s.family, "user") == 0;
    if (st == NES_ERR_MEMORY || st == NES_ERR_THREAD) return st;
    if (st == NES_ERR_METHOD && user_density) return st;
    if (st != NES_OK || c.bad || c.used != c.size) {
        nes_destroy(o);
        return nes_refuse(note, NES_ERR_DAMAGED, "the saved run is damaged: its fields do not fit");
    }
    *out = o;
    return NES_OK;
}

nes_status nes_load(nes_opt **out, const void *buffer, size_t size, const nes_settings *user,
                    char *message, size_t message_size)
{
    if (message != NULL && message_size > 0) message[0] = '\0';
    if (out == NULL || buffer == NULL) return NES_ERR_ARGUMENT;
    *out = NULL;
    return load(out, buffer, size, user, true, (nes_note){message, message_size});
}

nes_status nes_load_member(nes_opt **out, const void *buffer, size_t size, const nes_settings *user)
{
    return load(out, buffer, size, user, false, (nes_note){NULL, 0});
}
