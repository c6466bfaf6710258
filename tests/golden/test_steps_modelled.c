/* SPDX-License-Identifier: MIT
 *
 * Whole generations with a model against recorded ones: every fit, portion, value and decision. The
 * library runs; a sampling of the test gives each generation the distribution, the paths and the
 * samples that were recorded, so that errors do not add up. [math: B21, B22, B4] */
#include <math.h>
#include <string.h>

#include "family/gauss_dd.h"
#include "opt/handle/opt.h"
#include "sampling/sampling.h"
#include "support/json.h"
#include "support/runs.h"

enum { MOST = 64, G = 3 }; /* numbers in an array; paths in the state of cumulation */

static cJSON *examples;

/* What is being compared; the sampling, which sees a batch alone, finds it here. */
static struct {
    struct nes_run *run;
    const cJSON *generation, *event;
    size_t seen, fits, portions;
    size_t d, n;
} now;

static int open_examples(void **state)
{
    (void)state;
    examples = json_load("surrogate_runs.json");
    return examples == NULL;
}

static int close_examples(void **state)
{
    (void)state;
    cJSON_Delete(examples);
    return 0;
}

/* Numbers of that name, null as NaN; returns how many. */
static size_t numbers(const cJSON *object, const char *name, double *to)
{
    size_t n = 0;
    const cJSON *v;
    cJSON_ArrayForEach(v, json_member(object, name)) to[n++] =
        cJSON_IsNumber(v) ? v->valuedouble : NAN;
    return n;
}

static void compare(const char *what, size_t n, const double *got, const double *want, double tol)
{
    double most = 1;
    for (size_t i = 0; i < n; i++)
        if (isfinite(want[i])) most = fmax(most, fabs(want[i]));
    for (size_t i = 0; i < n; i++)
        if (isnan(want[i]) ? !isnan(got[i]) : !(fabs(got[i] - want[i]) <= tol * most))
            fail_msg("generation %g: %s %zu is %.17g, not %.17g",
                     json_real(now.generation, "generation"), what, i, got[i], want[i]);
}

static void compare_member(const cJSON *c, const char *name, const double *got, double tol)
{
    double want[MOST];
    const size_t n = numbers(c, name, want);
    compare(name, n, got, want, tol);
}

static void compare_one(const cJSON *c, const char *name, double got, double tol)
{
    const double want = json_real(c, name);
    compare(name, 1, &got, &want, tol);
}

/* ---- events --------------------------------------------------------------------------------- */

static const cJSON *next_event(const char *kind)
{
    const cJSON *e = now.event;
    if (e == NULL || cJSON_GetObjectItem(e, kind) == NULL)
        fail_msg("generation %g: there is no %s here", json_real(now.generation, "generation"),
                 kind);
    now.event = e->next;
    return json_member(e, kind);
}

/* The last fit of the run, which is the next event where it gave a model. */
static void look_at_fit(void)
{
    const nes_modelled *m = &now.run->modelled;
    if (!m->there) return;
    const cJSON *fit = next_event("fit"), *ls = cJSON_GetObjectItem(fit, "LS");
    const cJSON *gp = cJSON_GetObjectItem(fit, "GP");
    const char *chosen = json_member(fit, "chosen")->valuestring;
    assert_int_equal(m->known->points.n, (size_t)json_real(fit, "archive"));
    assert_int_equal(nes_models_chosen(m->models),
                     strcmp(chosen, "LS") == 0 ? NES_POLYNOMIAL : NES_PROCESS);
    assert_int_equal(nes_models_type(m->models), ls != NULL ? (int)json_real(ls, "type") : -1);
    if (ls != NULL) compare_one(ls, "tau", nes_models_tau(m->models, NES_POLYNOMIAL), 1e-12);
    if (gp != NULL) {
        compare_one(gp, "tau", nes_models_tau(m->models, NES_PROCESS), 1e-12);
        compare_member(gp, "theta", m->theta, 1e-9);
    }
    now.fits++;
}

/* Points of an ask; returns their recorded values in f. */
static void look_at_portion(const nes_points *p, double *f)
{
    const nes_batch *b = &now.run->modelled.portion;
    double sample[MOST], x[MOST];
    const cJSON *batch = next_event("batch");
    const size_t n = numbers(batch, "sample", sample);
    assert_int_equal(p->n, n);
    for (size_t k = 0; k < n; k++) {
        const size_t row = sample[k] < 0 ? now.n + (size_t)(-sample[k] - 1)
                                         : nes_natural_row(now.run, (size_t)sample[k]);
        assert_int_equal(b->source[k], row);
    }
    assert_int_equal(numbers(batch, "x", x), n * now.d);
    compare("coordinate", n * now.d, p->x, x, 1e-6);
    assert_int_equal(numbers(batch, "f", f), n);
    now.portions++;
}

/* ---- generations ---------------------------------------------------------------------------- */

static double *paths(void)
{
    return now.run->g.active[0].state;
}

/* The recorded distribution and its paths. */
static void start(const cJSON *s)
{
    const size_t d = now.d, width = nes_padded(d);
    const nes_dist *dist = &now.run->g.dist;
    double b[MOST], *p = paths(), *bt = nes_dd_shape(dist);
    nes_dd_memory *m = nes_dd_remembered(dist);
    json_reals(s, "m", d, dist->theta);
    dist->theta[d] = json_real(s, "sigma");
    json_reals(s, "D", d, nes_dd_factors(dist));
    json_reals(s, "B", d * d, b);
    for (size_t i = 0; i < d * d; i++) bt[i % d * width + i / d] = b[i];
    p[0] = json_real(s, "g_sigma");
    p[1] = json_real(s, "g");
    p[2] = json_real(s, "g_D");
    json_reals(s, "p_sigma", d, p + G);
    json_reals(s, "p", d, p + G + d);
    json_reals(s, "p_D", d, p + G + 2 * d);
    m->damping = json_real(s, "beta");
    m->since = json_real(s, "since");
}

static void check_distribution(const cJSON *a)
{
    const size_t d = now.d, width = nes_padded(d);
    const nes_dist *dist = &now.run->g.dist;
    const double *p = paths(), *bt = nes_dd_shape(dist);
    double b[MOST];
    for (size_t i = 0; i < d * d; i++) b[i] = bt[i % d * width + i / d];
    compare_member(a, "m", dist->theta, 1e-6);
    compare_one(a, "sigma", dist->theta[d], 1e-6);
    compare_member(a, "D", nes_dd_factors(dist), 1e-6);
    compare_member(a, "B", b, 1e-6);
    compare_member(a, "p_sigma", p + G, 1e-6);
    compare_member(a, "p", p + G + d, 1e-6);
    compare_member(a, "p_D", p + G + 2 * d, 1e-6);
    compare_one(a, "beta", nes_dd_remembered(dist)->damping, 1e-6);
    compare_one(a, "since", nes_dd_remembered(dist)->since, 0);
}

/* A generation is over: its last fit, its values, their order, and what came of it. */
static void check_generation(void)
{
    const nes_batch *b = &now.run->g.batch;
    const nes_modelled *m = &now.run->modelled;
    const cJSON *g = now.generation;
    double values[MOST], order[MOST];
    look_at_fit();
    if (now.event != NULL) fail_msg("generation %g has more events", json_real(g, "generation"));
    for (size_t i = 0; i < now.n; i++) values[i] = b->f[nes_natural_row(now.run, i)];
    compare_member(g, "values", values, 1e-6);
    assert_int_equal(numbers(g, "order", order), now.n);
    for (size_t i = 0; i < now.n; i++)
        assert_int_equal(b->order[i], nes_natural_row(now.run, (size_t)order[i]));
    assert_int_equal(m->is_free, json_real(g, "free") != 0);
    assert_int_equal(m->injected, json_real(g, "injected") != 0);
    assert_int_equal(m->wait, (int64_t)json_real(g, "wait"));
    assert_int_equal(m->back, (uint64_t)json_real(g, "back"));
    assert_int_equal(m->holds, json_real(g, "hold") != 0);
    check_distribution(json_member(g, "after"));
}

/* Called when the samples of a generation have been drawn: the last generation is over, and this
 * one gets what was recorded. */
static void arrange(nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = now.d;
    double z[MOST];
    (void)lo, (void)hi;
    if (now.generation == NULL) return; /* those that are recorded are over */
    if (now.seen > 0) {
        check_generation();
        now.generation = now.generation->next;
    }
    now.seen++;
    if (now.generation == NULL) return;
    now.event = json_member(now.generation, "events")->child;
    start(json_member(now.generation, "state"));
    json_reals(now.generation, "z", now.n / 2 * d, z);
    for (size_t k = 0; k < now.n; k++)
        for (size_t i = 0; i < d; i++)
            b->z[k * d + i] = k % 2 == 0 ? z[k / 2 * d + i] : -z[k / 2 * d + i];
}

static const nes_sampling recorded = {
    .name = "recorded", .multiple = 2, .mirrors = true, .arrange = arrange};

static nes_opt *begin(const cJSON *c)
{
    double x0[MOST];
    nes_settings s = run_settings("dd-xnes");
    now.d = (size_t)json_real(c, "d");
    now.n = (size_t)json_real(c, "lambda");
    now.generation = json_member(c, "generations")->child;
    now.event = NULL;
    now.seen = now.fits = now.portions = 0;
    s.model = "on";
    s.batch = (uint64_t)json_real(c, "q");
    s.sigma = json_real(c, "sigma0");
    json_reals(c, "x0", now.d, x0);
    nes_opt *o = run_start(now.d, x0, &s);
    assert_int_equal(nes_get_settings(o)->popsize, now.n);
    now.run = o->runs.schedule.member[0].run;
    now.run->g.sampling = &recorded;
    return o;
}

static void check_run(const cJSON *c)
{
    nes_opt *o = begin(c);
    nes_points p;
    double f[MOST];
    do {
        assert_int_equal(nes_ask(o, &p), NES_OK);
        if (now.generation == NULL) break;
        look_at_fit();
        look_at_portion(&p, f);
        assert_int_equal(nes_tell(o, p.n, f), NES_OK);
    } while (now.generation != NULL);
    assert_true(now.fits >= 10 && now.portions >= 3);
    nes_destroy(o);
}

static void test_runs(void **state)
{
    size_t n = 0;
    const cJSON *c;
    (void)state;
    cJSON_ArrayForEach(c, json_member(examples, "runs"))
    {
        check_run(c);
        n++;
    }
    assert_int_equal(n, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_runs)};
    return cmocka_run_group_tests_name("generations with a model", tests, open_examples,
                                       close_examples);
}
