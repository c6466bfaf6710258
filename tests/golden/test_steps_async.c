/* SPDX-License-Identifier: MIT
 *
 * Searches without generations against worked examples: points asked for one at a time, values in
 * another order, some of them long after their update, some never. The examples were made by dense
 * matrix functions. Every number agrees to 1e-12, relative to the largest of its kind. [math: A28]
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/gauss_dd.h"
#include "nes/async.h"
#include "opt/handle/opt.h"
#include "support/check.h"
#include "support/json.h"
#include "support/runs.h"
#include "technique/technique.h"

#define TOLERANCE 1e-12
enum { MOST = 64, G = 3 }; /* numbers in a matrix; paths in the state of cumulation */

typedef struct example {
    size_t d, n;
    const cJSON *events;
    nes_opt *o;
    struct nes_run *run;
} example;

/* n numbers against those of that name, relative to the largest of them. */
static void check_numbers(const cJSON *c, const char *name, size_t n, const double *got)
{
    double want[MOST], largest = 0;
    json_reals(c, name, n, want);
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(want[i]));
    for (size_t i = 0; i < n; i++) assert_within(got[i], want[i], TOLERANCE * fmax(largest, 1e-3));
}

static void check_number(const cJSON *c, const char *name, double got)
{
    check_numbers(c, name, 1, &got);
}

static double *paths_of(const example *e)
{
    nes_gen *g = &e->run->g;
    assert_string_equal(g->active[0].technique->name, "cumulation");
    return g->active[0].state;
}

/* The state of the example, or B by itself, into the run. */
static void begin(const example *e, const cJSON *s)
{
    const size_t d = e->d, width = nes_padded(d);
    nes_dist *dist = &e->run->g.dist;
    double b[MOST], *p = paths_of(e), *bt = nes_dd_shape(dist);
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
    nes_dd_remembered(dist)->damping = json_real(s, "beta");
    nes_dd_remembered(dist)->since = json_real(s, "since");
}

static void check_state(const example *e, const cJSON *s)
{
    const size_t d = e->d, width = nes_padded(d);
    const nes_dist *dist = &e->run->g.dist;
    const double *p = paths_of(e), *bt = nes_dd_shape(dist);
    double b[MOST];
    for (size_t i = 0; i < d * d; i++) b[i] = bt[i % d * width + i / d];
    check_numbers(s, "m", d, dist->theta);
    check_number(s, "sigma", dist->theta[d]);
    check_numbers(s, "D", d, nes_dd_factors(dist));
    check_numbers(s, "B", d * d, b);
    check_number(s, "g_sigma", p[0]);
    check_number(s, "g", p[1]);
    check_number(s, "g_D", p[2]);
    check_numbers(s, "p_sigma", d, p + G);
    check_numbers(s, "p", d, p + G + d);
    check_numbers(s, "p_D", d, p + G + 2 * d);
    check_number(s, "beta", nes_dd_remembered(dist)->damping);
    check_number(s, "since", nes_dd_remembered(dist)->since);
}

/* Puts the samples of the example in the place of those of our stream, a block at a time. */
static void put_block(const example *e, uint64_t ticket)
{
    nes_batch *b = &e->run->arrivals.draft;
    const cJSON *event;
    if (ticket % e->n != 0) return;
    cJSON_ArrayForEach(event, e->events)
    {
        if (cJSON_GetObjectItem(event, "ask") == NULL) continue;
        const uint64_t k = (uint64_t)json_real(event, "ask");
        if (k >= ticket && k < ticket + e->n)
            json_reals(event, "z", e->d, b->z + (k - ticket) * e->d);
    }
    e->run->arrivals.block = ticket / e->n + 1;
}

static void ask(const example *e, const cJSON *event)
{
    nes_points p;
    const uint64_t ticket = (uint64_t)json_real(event, "ask");
    put_block(e, ticket);
    assert_int_equal(nes_ask_one(e->o, &p), NES_OK);
    assert_int_equal(p.n, 1);
    assert_int_equal(p.id[0], ticket);
    check_numbers(event, "x", e->d, p.x);
}

static void tell(const example *e, const cJSON *event)
{
    const nes_batch *b = &e->run->g.batch;
    const uint64_t id = (uint64_t)json_real(event, "tell");
    const double f = json_real(event, "f");
    double want[MOST];
    assert_int_equal(nes_tell_some(e->o, 1, &id, &f), NES_OK);
    if (cJSON_GetObjectItem(event, "after") == NULL) return;
    check_numbers(event, "zeta", e->n * e->d, b->z);
    json_reals(event, "tickets", e->n, want);
    for (size_t k = 0; k < e->n; k++) assert_int_equal(b->id[k], want[k]);
    json_reals(event, "order", e->n, want);
    for (size_t k = 0; k < e->n; k++) assert_int_equal(b->order[k], want[k]);
    check_state(e, json_member(event, "after"));
}

static void drop(const example *e, const cJSON *event)
{
    const uint64_t id = (uint64_t)json_real(event, "drop");
    assert_int_equal(nes_drop(e->o, 1, &id), NES_OK);
    assert_int_equal(nes_drop(e->o, 1, &id), NES_OK); /* it is known to be late */
}

static size_t check_example(const cJSON *c)
{
    example e = {.d = (size_t)json_real(c, "d"),
                 .n = (size_t)json_real(c, "lambda"),
                 .events = json_member(c, "events")};
    nes_settings s = run_settings("dd-xnes");
    const double x0[MOST] = {0};
    const cJSON *event;
    size_t updates = 0;
    s.asynchronous = true;
    s.popsize = e.n;
    s.refresh = (uint64_t)json_real(c, "T");
    e.o = run_start(e.d, x0, &s);
    e.run = e.o->runs.schedule.member[0].run;
    begin(&e, json_member(c, "start"));
    cJSON_ArrayForEach(event, e.events)
    {
        if (cJSON_GetObjectItem(event, "ask") != NULL) ask(&e, event);
        if (cJSON_GetObjectItem(event, "tell") != NULL) tell(&e, event);
        if (cJSON_GetObjectItem(event, "drop") != NULL) drop(&e, event);
        updates += cJSON_GetObjectItem(event, "after") != NULL;
    }
    assert_int_equal(run_result(e.o).generations, updates);
    nes_destroy(e.o);
    return updates;
}

static void test_examples(void **state)
{
    cJSON *examples = json_load("async_steps.json");
    const cJSON *c;
    size_t n = 0, updates = 0;
    (void)state;
    cJSON_ArrayForEach(c, json_member(examples, "cases"))
    {
        updates += check_example(c);
        n++;
    }
    assert_int_equal(n, 2);
    assert_true(updates >= 12);
    cJSON_Delete(examples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples)};
    return cmocka_run_group_tests_name("steps without generations", tests, NULL, NULL);
}
