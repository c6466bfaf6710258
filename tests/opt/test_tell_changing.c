/* SPDX-License-Identifier: MIT
 *
 * Ids and fates that change while they are told: what was checked is what is taken. A sample that
 * is drawn anew in the place of a failed one calls a function of the user in the middle of a tell,
 * so that nothing depends on the timing of threads. */
#include "nes/density.h"
#include "nes/evaluation.h"
#include "support/mixture.h"
#include "support/runs.h"

enum { D = 2, N = 6 };

/* The arrays of the caller, which his density changes where it is armed. */
typedef struct changing {
    nes_density density;
    uint64_t id[N], new_id;
    nes_fate fate[N], new_fate;
    bool armed;
} changing;

static void change(changing *c)
{
    for (size_t i = 0; i < N; i++) c->id[i] = c->new_id;
    for (size_t i = 0; i < N; i++) c->fate[i] = c->new_fate;
}

static void sample(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    changing *c = user;
    if (c->armed) change(c);
    mixture_density()->sample(theta, dim, r, x, NULL);
}

static nes_opt *start(changing *c)
{
    nes_settings s = run_settings("auto");
    *c = (changing){.density = *mixture_density()};
    c->density.sample = sample;
    c->density.user = c;
    s.family = "user";
    s.density = &c->density;
    s.popsize = N;
    s.failures = "resample";
    return run_start(D, NULL, &s);
}

/* The first point fails, and gets another sample; the others have values. */
static void tell(nes_opt *o, changing *c, bool by_id)
{
    nes_points p;
    double f[N];
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, N);
    for (size_t k = 0; k < N; k++) {
        c->id[k] = p.id[k];
        c->fate[k] = k == 0 ? NES_FAILED : NES_MEASURED;
        f[k] = run_sphere(D, p.x + k * D, NULL);
    }
    assert_int_equal(nes_tell_records(o, N, by_id ? c->id : NULL, c->fate, f), NES_OK);
    c->armed = false;
}

static void assert_nothing_changes(bool by_id, uint64_t new_id, nes_fate new_fate)
{
    changing still, moving;
    nes_opt *a = start(&still), *b = start(&moving);
    moving.armed = true;
    moving.new_id = new_id;
    moving.new_fate = new_fate;
    tell(a, &still, by_id);
    tell(b, &moving, by_id);
    assert_int_equal(moving.id[N - 1], new_id); /* they did change */
    run_assert_same(a, b);
    run_steps(a, 3, run_sphere, NULL);
    run_steps(b, 3, run_sphere, NULL);
    run_assert_same(a, b);
    nes_destroy(a);
    nes_destroy(b);
}

static void ids_that_change(void **state)
{
    (void)state;
    assert_nothing_changes(true, 0, NES_MEASURED);
    assert_nothing_changes(true, 1000000, NES_MEASURED);
    assert_nothing_changes(true, UINT64_MAX, NES_MEASURED);
}

static void fates_that_change(void **state)
{
    (void)state;
    for (int by_id = 0; by_id < 2; by_id++) {
        assert_nothing_changes(by_id, 1, NES_LATE);
        assert_nothing_changes(by_id, 1, NES_WAITING);
        assert_nothing_changes(by_id, 1, (nes_fate)77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_that_change),
        cmocka_unit_test(fates_that_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
