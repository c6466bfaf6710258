/* SPDX-License-Identifier: MIT
 *
 * Runs at the end of the range of numbers. */
#include "support/extremes.h"

#include <string.h>

#include "support/extreme_cases.h"
#include "support/runs.h"

enum { D = EXTREME_MOST_DIM };

/* ---- settings ---- */

typedef struct arrays {
    double x0[D], lower[D], upper[D], log[D], integer[D], scale[D];
} arrays;

size_t extreme_settings_count(void)
{
    size_t n = 0;
    while (extreme_setting_at(n) != NULL) n++;
    return n;
}

size_t extreme_objective_count(void)
{
    size_t n = 0;
    while (extreme_objective_at(n) != NULL) n++;
    return n;
}

static void fill(const extreme_setting *n, size_t d, arrays *a)
{
    for (size_t i = 0; i < d; i++) {
        a->x0[i] = n->start;
        a->lower[i] = n->lower;
        a->upper[i] = n->upper;
        a->log[i] = a->integer[i] = 1;
        a->scale[i] = i % 3 == 0 ? 1e-300 : i % 3 == 1 ? 1 : 1e290;
    }
}

static void free_run(nes_settings *s)
{
    s->tolx = s->tolx_abs = s->tolfun = s->flat = s->stagnation = NES_OFF;
    s->max_condition = s->max_growth = s->all_failed = NES_OFF;
    s->noeffect = false;
    s->max_infeasible = 0;
}

static nes_settings settings_of(const extreme *e, const extreme_setting *n, const arrays *a)
{
    nes_settings s;
    nes_settings_default(&s);
    s.method = e->method->name;
    s.max_evals = e->max_evals;
    s.maximize = n->maximize;
    if (n->sigma > 0) s.sigma = n->sigma;
    if (n->lower < n->upper) s.lower = a->lower, s.upper = a->upper;
    if (n->bounds != NULL) s.bounds = n->bounds;
    if (n->log) s.log = a->log;
    if (n->integer) s.integer = a->integer;
    if (n->uneven) s.scale = a->scale;
    if (n->eta > 0) s.eta_mu = s.eta_sigma = s.eta_shape = s.eta_diag = s.eta_nu = n->eta;
    if (n->nu > 0) s.nu = n->nu;
    if (n->limit > 0) s.exponent_limit = n->limit;
    if (n->restarts) s.restarts = "bipop", s.max_infeasible = 2, s.popsize = 4;
    if (n->free) free_run(&s);
    if (e->option != NULL) assert_int_equal(nes_set(&s, e->option, e->word), NES_OK);
    return s;
}

/* ---- promises ---- */

typedef struct watch {
    const extreme *e;
    const extreme_setting *n;
    const extreme_objective *f;
    uint64_t calls;
    bool bottomless; /* the best value there can be has been told */
} watch;

static void complain(const watch *w, const char *what, double value)
{
    fail_msg("%s, %s, %s, %zu variables%s%s, evaluation %llu: %s (%g)", w->e->method->name,
             w->n->name, w->f->name, w->e->dim, w->e->option != NULL ? ", " : "",
             w->e->option != NULL ? w->e->word : "", (unsigned long long)w->calls, what, value);
}

static void check_point(const watch *w, size_t d, const double *x, const char *what)
{
    const bool bounded = w->n->lower < w->n->upper;
    for (size_t i = 0; i < d; i++) {
        if (!isfinite(x[i])) complain(w, what, x[i]);
        if (bounded && (x[i] < w->n->lower || x[i] > w->n->upper)) complain(w, what, x[i]);
        if (w->n->log && !(x[i] > 0)) complain(w, what, x[i]);
        if (w->n->integer && x[i] != rint(x[i])) complain(w, what, x[i]);
    }
}

static double evaluate(watch *w, size_t d, const double *x)
{
    const double f = w->f->value(d, x, w->calls++);
    const double told = w->n->maximize ? -f : f;
    check_point(w, d, x, "a point");
    if (f == -INFINITY) w->bottomless = true;
    return told;
}

/* Save, load and save again: the same bytes. The loaded handle takes the place of the other. */
static nes_opt *go_through_memory(const watch *w, nes_opt *o)
{
    const run_saved first = run_save(o);
    char message[NES_MESSAGE_SIZE];
    nes_opt *other = NULL;
    if (nes_load(&other, first.data, first.size, NULL, message, sizeof message) != NES_OK)
        complain(w, message, NAN);
    const run_saved second = run_save(other);
    if (first.size != second.size || memcmp(first.data, second.data, first.size) != 0)
        complain(w, "saved and loaded differ", NAN);
    if (nes_stopped(o) != nes_stopped(other)) complain(w, "the reason is lost", NAN);
    free(first.data);
    free(second.data);
    nes_destroy(o);
    return other;
}

/* Evaluations, the reason, and that nothing was reached that nobody asked for. */
static void check_end(const watch *w, nes_opt *o, const nes_result *r)
{
    if (r->evaluations != w->calls) complain(w, "a count is wrong", (double)r->evaluations);
    if (r->evaluations > w->e->max_evals) complain(w, "the budget", (double)r->evaluations);
    if (r->stop == NES_STOP_TARGET || strstr(r->stop_text, "target") != NULL)
        complain(w, r->stop_text, r->stop_value);
    if ((r->stop == NES_STOP_UNBOUNDED) != w->bottomless) complain(w, r->stop_text, r->best_f);
    if (r->stop == NES_STOP_EVALS && r->evaluations != w->e->max_evals)
        complain(w, "a budget that is not used", (double)r->evaluations);
    if (r->stop == NES_RUNNING || nes_stopped(o) != r->stop) complain(w, r->stop_text, NAN);
}

static void check_answer(const watch *w, nes_opt *o, const nes_result *r)
{
    double axes[D];
    if (r->best_x != NULL) check_point(w, r->dim, r->best_x, "the best point");
    if (r->mean_x != NULL && !run_is_binary(w->e->method))
        check_point(w, r->dim, r->mean_x, "the mean");
    if (r->mean_x != NULL) /* widths may be infinite at the end */
        for (size_t i = 0; i < r->dim; i++)
            if (!(r->std_x[i] >= 0)) complain(w, "a width", r->std_x[i]);
    const nes_status st = nes_get_array(o, "axes", r->dim, axes);
    if (st != NES_OK && st != NES_ERR_ORDER) complain(w, nes_message(o), NAN);
}

static nes_opt *go(watch *w, nes_opt *o)
{
    for (uint64_t asks = 1; nes_stopped(o) == NES_RUNNING; asks++) {
        nes_points p;
        if (w->e->save_every > 0 && asks % w->e->save_every == 0) o = go_through_memory(w, o);
        const nes_status st = nes_ask(o, &p);
        if (st != NES_OK) complain(w, nes_message(o), NAN);
        for (size_t k = 0; k < p.n; k++) p.f[k] = evaluate(w, p.dim, p.x + k * p.dim);
        if (marked_tell(o, p.n, p.f) != NES_OK) complain(w, nes_message(o), NAN);
    }
    return o;
}

nes_stop extreme_run(const extreme *e)
{
    static arrays a;
    const extreme_setting *n = extreme_setting_at(e->settings);
    watch w = {.e = e, .n = n, .f = extreme_objective_at(e->objective)};
    nes_opt *o = NULL;
    fill(n, e->dim, &a);
    nes_settings s = settings_of(e, n, &a);
    if (run_is_binary(e->method)) s.sigma = NES_AUTO;
    const double *x0 = n->restarts || run_is_binary(e->method) ? NULL : a.x0;
    run_drop_unused(e->dim, x0, &s);
    if (nes_create(&o, e->dim, x0, &s) != NES_OK) return NES_RUNNING;
    o = go(&w, o);
    const nes_result r = run_result(o);
    check_end(&w, o, &r);
    check_answer(&w, o, &r);
    nes_destroy(go_through_memory(&w, o));
    return r.stop;
}

void extreme_assert_varied(const extreme_tally *t, size_t runs)
{
    size_t made = 0;
    for (int i = 1; i < NES_STOP_END_; i++) made += t->by[i];
    if (getenv("NES_SHOW") != NULL)
        for (int i = 0; i < NES_STOP_END_; i++)
            print_message("%-14s %zu\n", nes_stop_name((nes_stop)i), t->by[i]);
    assert_true(made >= runs);
    assert_true(t->by[0] < made);
    assert_true(t->by[NES_STOP_EVALS] >= made / 10);
    assert_true(t->by[NES_STOP_NONFINITE] >= made / 20);
    assert_true(t->by[NES_STOP_UNBOUNDED] >= made / 50);
    assert_true(t->by[NES_STOP_TARGET] == 0);
}
