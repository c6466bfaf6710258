/* SPDX-License-Identifier: MIT
 *
 * A large awkward problem for the method auto with default settings: an ellipsoid of condition
 * 10^6 in 300 variables whose axes are not those of the coordinates. It is solved, in no more
 * evaluations than the method is known to need, and the answer is called converged. The run takes
 * more than a million evaluations, so there is one seed. [math: A26] */
#include <stdlib.h>

#include "nes/nes.h"
#include "support/check.h"
#include "support/runs.h"

enum { DIM = 300, MIRRORS = 20 };

/* Reflections at random planes are a rotation (or its mirror image) that costs O(d). Without them
 * the problem is separable, and the method needs 14 times fewer evaluations. */
typedef struct turned {
    double normal[MIRRORS][DIM]; /* of length sqrt(2) */
} turned;

static void draw(turned *t)
{
    uint64_t state = 1;
    for (size_t k = 0; k < MIRRORS; k++) {
        double norm = 0;
        for (size_t i = 0; i < DIM; i++) {
            t->normal[k][i] = (double)run_random(&state) * 0x1p-31 - 1;
            norm += t->normal[k][i] * t->normal[k][i];
        }
        for (size_t i = 0; i < DIM; i++) t->normal[k][i] *= sqrt(2 / norm);
    }
}

static double turned_ellipsoid(size_t d, const double *x, void *user)
{
    const turned *t = user;
    double y[DIM];
    memcpy(y, x, d * sizeof *y);
    for (size_t k = 0; k < MIRRORS; k++) {
        double dot = 0;
        for (size_t i = 0; i < d; i++) dot += t->normal[k][i] * y[i];
        for (size_t i = 0; i < d; i++) y[i] -= dot * t->normal[k][i];
    }
    return run_ellipsoid(d, y, NULL);
}

static void solves_a_large_turned_ellipsoid(void **state)
{
    static turned t;
    double x0[DIM];
    nes_settings s;
    (void)state;
    draw(&t);
    for (size_t i = 0; i < DIM; i++) x0[i] = 3;
    nes_settings_default(&s);
    s.seed = 1;
    nes_opt *o = run_start(DIM, x0, &s);
    assert_int_equal(nes_run(o, turned_ellipsoid, &t), NES_OK);
    const nes_result r = run_result(o);
    if (getenv("NES_SHOW") != NULL)
        print_message("%s: %llu evaluations, f = %g | %s; %s\n", nes_trust_name(r.trust),
                      (unsigned long long)r.evaluations, r.best_f, r.trust_text, r.stop_text);
    assert_true(r.best_f <= 1e-8);
    assert_int_equal(r.trust, NES_TRUST_CONVERGED);
    assert_true(r.evaluations <= 5000 * DIM);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(solves_a_large_turned_ellipsoid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
