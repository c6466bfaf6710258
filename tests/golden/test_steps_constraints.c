/* SPDX-License-Identifier: MIT
 *
 * Generations of values with constraints against worked examples: multipliers, penalties, margin
 * and merits after each, to 1e-10, and the order that follows from the merits. [math: B19] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/json.h"
#include "technique/merits.h"

enum { ROWS = 16, CONSTRAINTS = 8, ROOM = 1 << 16 };

/* The number of an item; null is NaN, and "inf" is infinite. */
static double number_of(const cJSON *v)
{
    if (cJSON_IsString(v)) return INFINITY;
    return cJSON_IsNumber(v) ? v->valuedouble : NAN;
}

/* Numbers of an array that may have null and "inf" in it, nested or not; returns how many. */
static size_t numbers(const cJSON *array, double *to)
{
    size_t n = 0;
    const cJSON *v;
    cJSON_ArrayForEach(v, array)
    {
        if (cJSON_IsArray(v))
            n += numbers(v, to + n);
        else
            to[n++] = number_of(v);
    }
    return n;
}

static void compare(const cJSON *g, const char *name, size_t n, const double *ours)
{
    double want[CONSTRAINTS * ROWS], most = 0;
    assert_int_equal(numbers(json_member(g, name), want), n);
    for (size_t i = 0; i < n; i++)
        if (isfinite(want[i])) most = fmax(most, fabs(want[i]));
    for (size_t i = 0; i < n; i++) {
        if (isnan(want[i]) && isnan(ours[i])) continue;
        if (!(fabs(ours[i] - want[i]) <= 1e-10 * fmax(most, 1e-300)))
            fail_msg("%s[%zu]: %.17g, not %.17g", name, i, ours[i], want[i]);
    }
}

static void compare_one(const cJSON *g, const char *name, double ours)
{
    const double want = json_real(g, name);
    if (!(fabs(ours - want) <= 1e-10 * fabs(want)))
        fail_msg("%s: %.17g, not %.17g", name, ours, want);
}

/* The number of rows with a smaller merit; those without one are last. */
static void check_ranks(const cJSON *g, size_t n, const double *merit)
{
    double want[ROWS];
    assert_int_equal(numbers(json_member(g, "ranks"), want), n);
    for (size_t k = 0; k < n; k++) {
        size_t rank = 0;
        for (size_t j = 0; j < n; j++)
            if (isnan(merit[k]) ? !isnan(merit[j]) : merit[j] < merit[k]) rank++;
        assert_int_equal(rank, (size_t)want[k]);
    }
}

static void check_generation(nes_merits *s, const cJSON *g)
{
    double f[ROWS], values[ROWS * CONSTRAINTS], merit[ROWS];
    const size_t m = s->of->m, n = numbers(json_member(g, "f"), f);
    assert_int_equal(numbers(json_member(g, "g"), values), n * m);
    nes_merits_take(s, &(nes_told){n, f, values, m, {0}}, merit);
    compare(g, "multipliers", m, s->lam);
    compare(g, "penalties", m, s->penalty);
    compare(g, "spreads", m, s->spread);
    compare(g, "weights", m, s->weight);
    compare(g, "merits", n, merit);
    compare_one(g, "margin", s->margin);
    compare_one(g, "lagrangian_spread", s->sr);
    compare_one(g, "t", s->t);
    assert_int_equal(s->counting, (size_t)json_real(g, "used"));
    assert_int_equal(s->feasible, (size_t)json_real(g, "feasible"));
    check_ranks(g, n, merit);
}

static void check_case(const cJSON *c)
{
    double tol[CONSTRAINTS], kind[CONSTRAINTS];
    const nes_constraints of = {
        .m = (size_t)json_real(c, "m"), .kind = kind, .tol = tol, .share = 0.1};
    json_reals(c, "tol", of.m, tol);
    for (size_t i = 0; i < of.m; i++)
        kind[i] = cJSON_IsTrue(cJSON_GetArrayItem(json_member(c, "equal"), (int)i))
                      ? NES_CONSTRAINT_EQUAL
                      : NES_CONSTRAINT_BELOW;
    static double room[ROOM];
    nes_merits s = {.of = &of, .d = (size_t)json_real(c, "d")};
    nes_arena a = nes_arena_on(room);
    nes_merits_carve(&s, &a, ROWS);
    nes_merits_begin(&s);
    const cJSON *g;
    cJSON_ArrayForEach(g, json_member(c, "generations")) check_generation(&s, g);
}

static void test_generations(void **state)
{
    (void)state;
    cJSON *all = json_load("constraint_steps.json");
    size_t cases = 0;
    const cJSON *c;
    cJSON_ArrayForEach(c, json_member(all, "cases"))
    {
        check_case(c);
        cases++;
    }
    assert_int_equal(cases, 4);
    cJSON_Delete(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_generations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
