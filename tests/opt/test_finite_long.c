/* SPDX-License-Identifier: MIT
 *
 * More of opt/test_finite.c: all combinations of method, settings and objective, with one other
 * sampling or technique at a time, from one to 200 variables, and long enough for distributions to
 * grow out of the range of numbers. */
#include "support/extremes.h"
#include "support/runs.h"

/* Choices beside those of the method; what does not fit it is refused. */
typedef struct choice {
    const char *option, *word;
} choice;

static const choice choices[] = {
    {NULL, NULL},
    {"sampling", "mirrored"},
    {"sampling", "orthogonal"},
    {"sampling", "mirrored-orthogonal"},
    {"mixing", "importance"},
    {"adaptation", "virtual"},
    {"adaptation", "sampled"},
    {"adaptation", "mixed"},
    {"rates", "snr"},
    {"shaping", "raw"},
    {"scheme", "elitist"},
    {"failures", "resample"},
    {"window", "1"},
    {"challenger", "snes"},
    {"restarts", "interleaved"},
};
enum { CHOICES = sizeof choices / sizeof *choices };

static void all_combinations(void **state)
{
    const nes_method *m;
    extreme_tally t = {{0}};
    (void)state;
    for (size_t i = 0; (m = nes_method_at(i)) != NULL; i++)
        for (size_t s = 0; s < extreme_settings_count(); s++)
            for (size_t f = 0; f < extreme_objective_count(); f++)
                for (size_t c = (s + f) % 2; c < CHOICES; c += 2) {
                    const extreme e = {.method = m,
                                       .settings = s,
                                       .objective = f,
                                       .dim = 1 + (s + f + c) % 5,
                                       .option = choices[c].option,
                                       .word = choices[c].word,
                                       .max_evals = 200,
                                       .save_every = 40 + (i + f) % 17};
                    t.by[extreme_run(&e)]++;
                }
    extreme_assert_varied(&t, 10000);
}

static void long_runs(void **state)
{
    const nes_method *m;
    extreme_tally t = {{0}};
    (void)state;
    for (size_t i = 0; (m = nes_method_at(i)) != NULL; i++)
        for (size_t s = 0; s < 3; s++)
            for (size_t f = 0; f < 4; f++) {
                const extreme e = {
                    .method = m, .settings = s, .objective = f, .dim = 1 + f, .max_evals = 30000};
                t.by[extreme_run(&e)]++;
            }
    assert_true(t.by[NES_STOP_NONFINITE] > 20);
}

static void many_variables(void **state)
{
    static const size_t dims[] = {37, 200};
    const nes_method *m;
    extreme_tally t = {{0}};
    (void)state;
    for (size_t i = 0; (m = nes_method_at(i)) != NULL; i++)
        for (size_t s = 0; s < extreme_settings_count(); s++)
            for (size_t k = 0; k < 2; k++) {
                const bool slow = !run_is_closed_form(m);
                const extreme e = {.method = m,
                                   .settings = s,
                                   .objective = (i + s + k) % extreme_objective_count(),
                                   .dim = slow ? 8 : dims[k],
                                   .max_evals = 150};
                t.by[extreme_run(&e)]++;
            }
    extreme_assert_varied(&t, 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_combinations),
                                       cmocka_unit_test(long_runs),
                                       cmocka_unit_test(many_variables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
