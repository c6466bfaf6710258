/* SPDX-License-Identifier: MIT
 *
 * Generations of runs with reals, integers and choices against worked examples: the whole state is
 * put into a run, its local samples are those of the example, values are told in the order of the
 * example, and the state after it is compared. Numbers agree to 1e-10, relative to the largest of
 * their kind. [math: B4, B15, B20] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/gauss_dd.h"
#include "opt/handle/opt.h"
#include "support/json.h"
#include "support/runs.h"

#define TOLERANCE 1e-10
enum { MOST = 400, PATHS = 3 };

/* An example: counts, and its settings with their arrays. */
typedef struct example {
    const cJSON *e;
    size_t reals, integers, choices, d, n;
    double integer[MOST], lower[MOST], upper[MOST], count[MOST];
    nes_settings s;
} example;

static void read_example(example *x, const cJSON *e)
{
    x->e = e;
    x->reals = (size_t)json_real(e, "reals");
    x->integers = (size_t)json_real(e, "integers");
    x->choices = (size_t)cJSON_GetArraySize(json_member(e, "choices"));
    x->n = (size_t)json_real(e, "lambda");
    x->d = x->reals + x->integers;
    for (size_t i = 0; i < x->d + x->choices; i++) {
        x->lower[i] = -INFINITY, x->upper[i] = INFINITY;
        x->integer[i] = i >= x->reals && i < x->d;
        x->count[i] = 0;
    }
    json_reals(e, "lower", x->integers, x->lower + x->reals);
    json_reals(e, "upper", x->integers, x->upper + x->reals);
    json_reals(e, "choices", x->choices, x->count + x->d);
    x->s = run_settings("auto");
    x->s.restarts = "none";
    x->s.popsize = x->n;
    if (x->d > 0) x->s.sampling = "iid"; /* samples of the example are no pairs of rows */
    if (x->choices > 0) x->s.choices = x->count;
    if (x->integers > 0) x->s.integer = x->integer, x->s.lower = x->lower, x->s.upper = x->upper;
}

static void compare(const cJSON *law, const char *name, size_t n, const double *got)
{
    double want[MOST], largest = 1e-3;
    json_reals(law, name, n, want);
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(want[i]));
    for (size_t i = 0; i < n; i++) assert_within(got[i], want[i], TOLERANCE * largest);
}

/* The state of choices, wherever the run has it. */
static double *laws_of(struct nes_run *run)
{
    return run->chosen.of.n > 0 ? run->chosen.of.state : run->g.dist.theta;
}

static void put_choices(const example *x, struct nes_run *run, const cJSON *law)
{
    const nes_choices c = nes_plan_choices(&run->plan);
    double *state = laws_of(run);
    json_reals(law, "q", c.total, state);
    json_reals(law, "s", nes_choices_npath(&c), state + c.total);
    state[nes_choices_nstate(&c) - 2] = json_real(law, "gamma");
    state[nes_choices_nstate(&c) - 1] = json_real(law, "Delta");
    assert_int_equal(c.n, x->choices);
}

static void put_distribution(const example *x, struct nes_run *run, const cJSON *law)
{
    const size_t d = x->d, width = nes_padded(d);
    double b[MOST], *bt = nes_dd_shape(&run->g.dist), *paths = run->g.active[0].state;
    nes_dd_memory *m = nes_dd_remembered(&run->g.dist);
    json_reals(law, "m", d, run->g.dist.theta);
    run->g.dist.theta[d] = json_real(law, "sigma");
    json_reals(law, "D", d, nes_dd_factors(&run->g.dist));
    json_reals(law, "B", d * d, b);
    for (size_t i = 0; i < d * d; i++) bt[i % d * width + i / d] = b[i];
    paths[0] = json_real(law, "g_sigma");
    paths[1] = json_real(law, "g");
    paths[2] = json_real(law, "g_D");
    json_reals(law, "p_sigma", d, paths + PATHS);
    json_reals(law, "p", d, paths + PATHS + d);
    json_reals(law, "p_D", d, paths + PATHS + 2 * d);
    m->damping = json_real(law, "beta");
    m->since = json_real(law, "n");
    if (x->integers == 0) return;
    json_reals(law, "a", x->integers, run->integers.factor + x->reals);
    json_reals(law, "rho", x->integers, run->integers.rho + x->reals);
}

/* The points of the example, from its local samples. */
static void put_points(const example *x, struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    double want[MOST];
    const size_t d = x->d, all = d + x->choices;
    if (d == 0) {
        json_reals(x->e, "c", x->n * x->choices, b->z);
        return;
    }
    json_reals(x->e, "z", x->n * d, b->z);
    nes_place_slots(run, b, 0, x->n);
    nes_into_bounds(run, b, 0, x->n);
    json_reals(x->e, "x", x->n * all, want);
    for (size_t k = 0; k < x->n * d; k++)
        assert_within(b->x[k], want[k / d * all + k % d], TOLERANCE * fmax(1, fabs(b->x[k])));
    if (x->choices > 0) json_reals(x->e, "c", x->n * x->choices, b->choice);
}

static void check_distribution(const example *x, const struct nes_run *run, const cJSON *law)
{
    const size_t d = x->d, width = nes_padded(d);
    const double *bt = nes_dd_shape(&run->g.dist), *paths = run->g.active[0].state;
    double b[MOST];
    for (size_t i = 0; i < d * d; i++) b[i] = bt[i % d * width + i / d];
    compare(law, "m", d, run->g.dist.theta);
    assert_relative(run->g.dist.theta[d], json_real(law, "sigma"), TOLERANCE);
    compare(law, "D", d, nes_dd_factors(&run->g.dist));
    compare(law, "B", d * d, b);
    compare(law, "p_sigma", d, paths + PATHS);
    compare(law, "p", d, paths + PATHS + d);
    compare(law, "p_D", d, paths + PATHS + 2 * d);
    if (x->integers == 0) return;
    compare(law, "a", x->integers, run->integers.factor + x->reals);
    compare(law, "rho", x->integers, run->integers.rho + x->reals);
}

static void check_choices(struct nes_run *run, const cJSON *law)
{
    const nes_choices c = nes_plan_choices(&run->plan);
    const double *state = laws_of(run);
    compare(law, "q", c.total, state);
    compare(law, "s", nes_choices_npath(&c), state + c.total);
    assert_within(state[nes_choices_nstate(&c) - 2], json_real(law, "gamma"), TOLERANCE);
    assert_relative(state[nes_choices_nstate(&c) - 1], json_real(law, "Delta"), TOLERANCE);
}

static void check_example(const cJSON *e)
{
    static example x;
    const cJSON *before = json_member(e, "before"), *after = json_member(e, "after");
    double order[MOST];
    nes_points p;
    read_example(&x, e);
    nes_opt *o = run_start(x.d + x.choices, NULL, &x.s);
    struct nes_run *run = o->runs.schedule.member[0].run;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, x.n);
    if (x.d > 0) put_distribution(&x, run, before);
    if (x.choices > 0) put_choices(&x, run, before);
    put_points(&x, run);
    json_reals(e, "order", x.n, order);
    for (size_t rank = 0; rank < x.n; rank++) p.f[(size_t)order[rank]] = (double)rank;
    assert_int_equal(nes_tell(o, x.n, p.f), NES_OK);
    if (x.d > 0) check_distribution(&x, run, after);
    if (x.choices > 0) check_choices(run, after);
    nes_destroy(o);
}

static void check_file(const char *name, int examples)
{
    cJSON *all = json_load(name);
    const cJSON *e;
    int n = 0;
    cJSON_ArrayForEach(e, all)
    {
        check_example(e);
        n++;
    }
    assert_int_equal(n, examples);
    cJSON_Delete(all);
}

static void test_examples(void **state)
{
    (void)state;
    check_file("mixed_steps.json", 10);
    check_file("mixed_steps_more.json", 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples)};
    return cmocka_run_group_tests_name("steps of mixed runs", tests, NULL, NULL);
}
