/* SPDX-License-Identifier: MIT
 *
 * Making, asking, telling and destroying a handle. */
#include "opt/handle/opt.h"

#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/save/save.h"
#include "opt/settings/check.h"
#include "opt/settings/options.h"
#include "util/limits.h"
#include "util/sentence.h"
#include "util/team.h"
#include "util/try.h"

static double *carve_copy(nes_arena *a, size_t n, const double *from)
{
    double *to = NES_CARVE(a, double, from != NULL ? n : 0);
    if (to != NULL) memcpy(to, from, n * sizeof *to);
    return to;
}

/* Carves copies of all arrays of the settings and the arrays of the handle; called twice, first to
 * count bytes. */
static void carve(nes_opt *o, const nes_settings *user, nes_arena *a)
{
    nes_runs *r = &o->runs;
    const size_t d = r->plan.dim;
    NES_EACH_FIELD (f) {
        if (f->option.type != NES_TYPE_ARRAY) continue;
        const size_t n = nes_field_length(f, d, &r->plan.s);
        const double *copy = carve_copy(a, n, nes_array_of(user, f));
        *(const double **)nes_field_in(&r->plan.s, f) = copy;
        *(const double **)nes_field_in(&r->given, f) = copy;
    }
    o->density.theta0 = carve_copy(a, o->density.nparam, o->density.theta0);
    o->radial.tau0 = carve_copy(a, o->radial.ntau, o->radial.tau0);
    const bool shown = r->plan.bounder != NULL || r->plan.integers + r->plan.choices > 0;
    o->mean_x = NES_CARVE(a, double, shown ? d : 0);
    o->std_x = NES_CARVE(a, double, r->plan.coords < d ? d : 0);
    nes_runs_carve(r, user, a);
}

/* Bounds that no double can reach are none. */
static void clip(const double *bounds, size_t d)
{
    double *b = (double *)(uintptr_t)bounds; /* the handle's own copy */
    for (size_t i = 0; b != NULL && i < d; i++)
        if (fabs(b[i]) >= NES_HUGE) b[i] = copysign(INFINITY, b[i]);
}

static void take_plan(nes_opt *o, const nes_plan *plan, const nes_settings *user)
{
    nes_runs *r = &o->runs;
    nes_plan_copy(&r->plan, plan);
    if (user != NULL)
        nes_settings_copy(&r->given, user);
    else
        nes_settings_default(&r->given);
    r->given.method = plan->s.method;
    r->given.sampling = plan->s.sampling;
    r->given.owner = NULL;
    memset(r->given.array_length, 0,
           sizeof r->given.array_length); /* the lengths have been checked */
    if (plan->s.density != NULL) {
        o->density = *plan->s.density;
        r->plan.s.density = r->given.density = &o->density;
    }
    if (plan->s.radial != NULL) {
        o->radial = *plan->s.radial;
        r->plan.s.radial = r->given.radial = &o->radial;
    }
}

/* Makes a team where it is worth it. Work is counted in numbers of a separable family, which take
 * some nanoseconds each; a number of a full family costs as many more as a product with a row
 * takes. Threads hardly help with less than a tenth of a millisecond of work. */
static nes_status make_team(const nes_plan *p, struct nes_team **team, nes_note note)
{
    const double worth_it = 20000, d = (double)p->dim;
    const double work = (double)p->rows * d * (p->family->matrix ? 1 + d / 32 : 1);
    *team = NULL;
    if (!p->family->shares || p->s.threads == 1 || work < worth_it) return NES_OK;
    return nes_team_create(team, p->s.threads, &p->s.allocator, note);
}

static nes_status fill(nes_opt *o, const nes_settings *user, nes_note note)
{
    nes_runs *r = &o->runs;
    nes_arena arena = {NULL, 0};
    carve(o, user, &arena);
    if (arena.used != SIZE_MAX)
        o->memory = nes_allocate(&r->plan.s.allocator, nes_arena_size(&arena));
    if (o->memory == NULL)
        return nes_refuse(note, NES_ERR_MEMORY,
                          "copies of the settings need %.3g MB, which cannot be had: lower the "
                          "dimension",
                          (double)arena.used / 1e6);
    arena = nes_arena_on(o->memory);
    if (r->given.density != NULL) o->density.theta0 = user->density->theta0;
    if (r->given.radial != NULL) o->radial.tau0 = user->radial->tau0;
    carve(o, user, &arena);
    clip(r->plan.s.lower, r->plan.dim);
    clip(r->plan.s.upper, r->plan.dim);
    return make_team(&r->plan, &r->team, note);
}

nes_status nes_handle_make(nes_opt **out, const nes_space *space, const double *x0,
                           const nes_settings *user, nes_note note)
{
    nes_plan plan;
    *out = NULL;
    NES_TRY(nes_resolve(&plan, space, x0, user, note));
    nes_opt *o = nes_allocate(&plan.s.allocator, sizeof *o);
    if (o == NULL) return nes_no_memory_for_run(&plan, sizeof *o, note);
    take_plan(o, &plan, user);
    const nes_status st = fill(o, user != NULL ? user : &o->runs.given, note);
    if (st != NES_OK) {
        nes_destroy(o);
        return st;
    }
    nes_settings_copy(&o->s, &o->runs.plan.s);
    *out = o;
    return NES_OK;
}

nes_status nes_handle_settle(nes_opt *o, nes_domain *domain, nes_note note)
{
    const nes_plan *p = &o->runs.plan;
    const nes_settings *s = &nes_runs_best(&o->runs)->run->plan.s;
    if (!p->strategy->restarts && !p->races) {
        o->s.sigma = s->sigma;
        o->s.scale = s->scale;
        o->s.std = NULL;
        o->s.factor = s->factor;
    }
    if (domain == NULL) return NES_OK;
    const size_t most = p->s.asynchronous ? o->runs.flight.room : p->window + p->guests;
    NES_TRY(nes_domain_make_room(domain, most, note));
    nes_domain_settings(domain, &o->s);
    o->domain = domain;
    return NES_OK;
}

/* Refuses slices of one search whose options differ; all slices meet to find out. */
static nes_status check_alike(const nes_runs *r, nes_note note)
{
    const nes_space *space = &r->plan.space;
    if (!nes_is_sliced(space) || nes_is_alike(space, nes_digest_settings(r))) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "the slices have different settings: give all of them the same options and "
                      "seed, and arrays of the same names, each with its own numbers");
}

nes_status nes_handle_create(nes_opt **out, const nes_space *space, nes_reduced *r, nes_note note)
{
    nes_opt *o;
    nes_status st = nes_handle_make(&o, space, r->x0, &r->s, note);
    if (st == NES_OK) st = nes_check_uses(&o->runs.plan, &r->s, r->x0, note);
    st = nes_agree(space, st, note);
    if (st == NES_OK) st = check_alike(&o->runs, note);
    if (st == NES_OK) st = nes_try_challenger(&o->runs.plan, r->x0, note);
    if (st == NES_OK) st = nes_runs_create(&o->runs, r->x0, note);
    if (st == NES_OK) st = nes_handle_settle(o, r->domain, note);
    if (st != NES_OK) {
        nes_destroy(o);
        return st;
    }
    r->domain = NULL;
    *out = o;
    return NES_OK;
}

static nes_status create(nes_opt **out, size_t dim, const double *x0, const nes_settings *s,
                         nes_note note)
{
    nes_reduced r;
    *out = NULL;
    nes_status st = nes_reduce(&r, dim, x0, s, note);
    const nes_space all = nes_all_of(r.dim);
    if (st == NES_OK) st = nes_handle_create(out, &all, &r, note);
    nes_reduced_free(&r);
    return st;
}

nes_status nes_create(nes_opt **out, size_t dim, const double *x0, const nes_settings *s)
{
    return out != NULL ? create(out, dim, x0, s, (nes_note){NULL, 0}) : NES_ERR_ARGUMENT;
}

nes_status nes_settings_check(const nes_settings *s, size_t dim, const double *x0, char *message,
                              size_t size)
{
    nes_opt *o;
    if (message != NULL && size > 0) message[0] = '\0';
    const nes_status st = create(&o, dim, x0, s, (nes_note){message, size});
    nes_destroy(o);
    return st;
}

void nes_destroy(nes_opt *o)
{
    if (o == NULL) return;
    const nes_allocator a = o->runs.plan.s.allocator;
    nes_runs_destroy(&o->runs);
    nes_team_destroy(o->runs.team);
    nes_domain_destroy(o->domain);
    nes_release(&a, o->memory);
    nes_release(&a, o);
}

nes_status nes_check_goes_on(nes_opt *o)
{
    const nes_stop why = o->runs.end.reason;
    if (why == NES_RUNNING) return NES_OK;
    return nes_refuse(nes_note_of(o), NES_ERR_ORDER,
                      "the run has stopped (%s): it can go on %swith new limits",
                      nes_stop_name(why), why == NES_STOP_USER ? "as it is, or " : "");
}

nes_status nes_ask(nes_opt *o, nes_points *p)
{
    if (o == NULL || p == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(nes_check_goes_on(o));
    NES_TRY(o->s.asynchronous ? nes_runs_ask_again(&o->runs, p)
                              : nes_runs_ask(&o->runs, p, nes_note_of(o)));
    if (o->domain == NULL) return NES_OK;
    const double *choice = nes_runs_at_work(&o->runs)->run->chosen.asked;
    return nes_domain_points(o->domain, p, choice, nes_note_of(o));
}

nes_status nes_ask_arrays(nes_opt *o, size_t *n, const double **x, const uint64_t **id)
{
    nes_points p;
    if (n == NULL || x == NULL || id == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(nes_ask(o, &p));
    *n = p.n;
    *x = p.x;
    *id = p.id;
    return NES_OK;
}

/* Tells the runs. plain: values alone, which are whole records only where there are no outputs. */
static nes_status tell(nes_opt *o, const nes_records *t, bool plain)
{
    const unsigned long long m = o->s.outputs;
    if (plain && m > 0)
        return nes_refuse(nes_note_of(o), NES_ERR_ORDER,
                          "an evaluation of this search gives a value and %llu output%s: tell all "
                          "of them (nes_tell_records)",
                          m, nes_s(m));
    if (o->s.asynchronous) return nes_runs_tell_any(&o->runs, t, nes_note_of(o));
    return t->id != NULL ? nes_runs_tell_some(&o->runs, t, nes_note_of(o))
                         : nes_runs_tell(&o->runs, t, nes_note_of(o));
}

nes_status nes_tell(nes_opt *o, size_t n, const double *f)
{
    if (o == NULL || (f == NULL && n > 0)) return NES_ERR_ARGUMENT;
    return tell(o, &(nes_records){.n = n, .values = f}, true);
}

nes_status nes_tell_some(nes_opt *o, size_t n, const uint64_t *id, const double *f)
{
    static const uint64_t none;
    if (o == NULL || ((id == NULL || f == NULL) && n > 0)) return NES_ERR_ARGUMENT;
    return tell(o, &(nes_records){.n = n, .id = id != NULL ? id : &none, .values = f}, true);
}

nes_status nes_tell_records(nes_opt *o, size_t n, const uint64_t *id, const nes_fate *fate,
                            const double *values)
{
    if (o == NULL || (values == NULL && n > 0)) return NES_ERR_ARGUMENT;
    return tell(o, &(nes_records){.n = n, .id = id, .fate = fate, .values = values}, false);
}

nes_status nes_close(nes_opt *o)
{
    if (o == NULL) return NES_ERR_ARGUMENT;
    if (o->s.asynchronous) return nes_refuse_close(o);
    return nes_runs_close(&o->runs, nes_note_of(o));
}

nes_stop nes_stopped(const nes_opt *o)
{
    return o != NULL ? o->runs.end.reason : NES_STOP_USER;
}

void nes_stop_now(nes_opt *o)
{
    if (o != NULL) nes_end(&o->runs.end, NES_STOP_USER, NAN, NAN);
}

double nes_seconds(const nes_opt *o)
{
    return o != NULL ? nes_runs_seconds(&o->runs) : 0;
}

void nes_set_seconds(nes_opt *o, double seconds)
{
    if (o != NULL) nes_runs_set_seconds(&o->runs, isnan(seconds) ? NAN : fmax(seconds, 0));
}

const char *nes_message(const nes_opt *o)
{
    return o != NULL ? o->message : "";
}

const char *nes_choice_text(const nes_opt *o)
{
    return o != NULL ? o->runs.plan.choice : "";
}

const nes_settings *nes_get_settings(const nes_opt *o)
{
    return o != NULL ? &o->s : NULL;
}
