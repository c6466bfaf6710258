/* SPDX-License-Identifier: MIT
 *
 * Points and answers are finite whatever the objective returns and however the search is set up;
 * see support/extremes.h. Every method meets every objective and every kind of settings, though not
 * in every combination: opt/test_finite_long.c has more of them. */
#include "support/extremes.h"
#include "support/runs.h"

static void every_method(void **state)
{
    const nes_method *m;
    size_t made = 0, refused = 0;
    (void)state;
    for (size_t i = 0; (m = nes_method_at(i)) != NULL; i++)
        for (size_t s = 0; s < extreme_settings_count(); s++)
            for (size_t f = (i + s) % 2; f < extreme_objective_count(); f += 2) {
                const extreme e = {.method = m,
                                   .settings = s,
                                   .objective = f,
                                   .dim = 1 + (s + f) % 4,
                                   .max_evals = 400,
                                   .save_every = 1 + (i + f) % 17};
                if (extreme_run(&e))
                    made++;
                else
                    refused++;
            }
    print_message("%zu runs, %zu refused\n", made, refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_method)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
