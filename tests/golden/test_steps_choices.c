/* SPDX-License-Identifier: MIT
 *
 * Steps of choices against worked examples: probabilities, path and length after a generation whose
 * rows and order are given. Numbers agree to 1e-10. [math: B20] */
#include <math.h>

#include "choice/choice.h"
#include "support/check.h"
#include "support/json.h"

#define TOLERANCE 1e-10
enum { MOST = 160, ROWS = 64 };

static void read_state(const cJSON *law, const nes_choices *c, double *state)
{
    const size_t path = nes_choices_npath(c);
    json_reals(law, "q", c->total, state);
    json_reals(law, "s", path, state + c->total);
    state[c->total + path] = json_real(law, "gamma");
    state[c->total + path + 1] = json_real(law, "Delta");
}

/* The weight of every row, from its place in the order. */
static void weigh(const cJSON *c, size_t n, bool alone, double *u)
{
    double order[ROWS], weight[ROWS];
    json_reals(c, "order", n, order);
    nes_choices_weights(n, alone, weight);
    for (size_t rank = 0; rank < n; rank++) u[(size_t)order[rank]] = weight[rank];
}

static size_t check_example(const cJSON *e)
{
    const size_t n = (size_t)cJSON_GetArraySize(json_member(e, "choices"));
    const size_t rows = (size_t)json_real(e, "lambda");
    const double integers = json_real(e, "integers"), d = json_real(e, "reals") + integers;
    const double kept = d > 0 ? 0.73 : 0.5;
    double count[MOST], values[ROWS * MOST], u[ROWS], state[2 * MOST], want[2 * MOST];
    double work[4 * MOST];
    if (n == 0) return 0;
    json_reals(e, "choices", n, count);
    nes_choices c = nes_choices_of(n, count, 1 - pow(kept, 1 / (integers + (double)n)));
    assert_true(c.total <= MOST && nes_choices_nwork(&c, rows) <= 4 * MOST);
    c.state = state;
    read_state(json_member(e, "before"), &c, state);
    read_state(json_member(e, "after"), &c, want);
    json_reals(e, "c", rows * n, values);
    weigh(e, rows, d == 0, u);
    nes_choices_step(&c, rows, values, u, 1, work);
    for (size_t i = 0; i < nes_choices_nstate(&c); i++)
        assert_within(state[i], want[i], TOLERANCE * fmax(1, fabs(want[i])));
    assert_true(nes_choices_sound(&c));
    return n;
}

static void check_file(const char *name, size_t choices)
{
    cJSON *all = json_load(name);
    const cJSON *e;
    size_t n = 0;
    cJSON_ArrayForEach(e, all) n += check_example(e);
    assert_int_equal(n, choices);
    cJSON_Delete(all);
}

static void test_examples(void **state)
{
    (void)state;
    check_file("mixed_steps.json", 19);
    check_file("mixed_steps_more.json", 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples)};
    return cmocka_run_group_tests_name("steps of choices", tests, NULL, NULL);
}
