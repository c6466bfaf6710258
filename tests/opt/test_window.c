/* SPDX-License-Identifier: MIT
 *
 * Generations handed out in parts: the same run, number by number, for every size of the parts, in
 * any order of telling, with failures, across save and load, and within the memory that is
 * promised; refused where points of a generation are needed together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "opt/handle/opt.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/runs.h"

enum { DIM = 7, POPSIZE = 10 };

static const char *const families[] = {"gauss-diag", "student-diag", "gauss-radial"};

static nes_settings settings(const char *family, uint64_t window)
{
    nes_settings s;
    nes_settings_default(&s);
    s.method = "snes";
    s.family = family;
    s.popsize = POPSIZE;
    s.window = window;
    s.max_evals = 503; /* in the middle of a generation */
    return s;
}

static double value(const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < DIM; i++) sum += (double)(i + 1) * (x[i] - 1) * (x[i] - 1);
    return sum;
}

/* Every 13th evaluation fails once, by id, so that it is the same one whatever the window. */
static double outcome(const nes_points *p, size_t k)
{
    return p->id[k] % 13 == 5 ? MARKED_FAILED : value(p->x + k * DIM);
}

static void tell_whole(nes_opt *o, const nes_points *p)
{
    for (size_t k = 0; k < p->n; k++) p->f[k] = outcome(p, k);
    assert_int_equal(marked_tell(o, p->n, p->f), NES_OK);
}

/* Last first, one by one. */
static void tell_backwards(nes_opt *o, const nes_points *p)
{
    uint64_t id[POPSIZE + 1];
    double f[POPSIZE + 1];
    const size_t n = p->n;
    for (size_t k = 0; k < n; k++) {
        id[k] = p->id[k];
        f[k] = outcome(p, k);
    }
    for (size_t k = n; k-- > 0 && nes_stopped(o) == NES_RUNNING;)
        assert_int_equal(marked_tell_some(o, 1, &id[k], &f[k]), NES_OK);
}

static nes_opt *save_and_load(nes_opt *o)
{
    const size_t size = nes_save_size(o);
    void *bytes = dense_room(size, 1);
    assert_int_equal(nes_save(o, bytes, size, NULL), NES_OK);
    nes_destroy(o);
    assert_int_equal(nes_load(&o, bytes, size, NULL, NULL, 0), NES_OK);
    free(bytes);
    return o;
}

/* best_x, mean_x, std_x and the counts of a whole run. */
typedef struct summary {
    double x[3 * DIM], best_f;
    uint64_t evaluations, generations, failed, best_evaluation;
} summary;

static summary run(nes_opt *o, void (*tell)(nes_opt *, const nes_points *), bool reload,
                   size_t most)
{
    nes_points p;
    nes_result r;
    while (nes_stopped(o) == NES_RUNNING) {
        if (reload) o = save_and_load(o);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_true(p.n >= 1 && p.n <= most);
        tell(o, &p);
    }
    assert_int_equal(nes_get_result(o, &r), NES_OK);
    summary s;
    memset(&s, 0, sizeof s);
    memcpy(s.x, r.best_x, DIM * sizeof *s.x);
    memcpy(s.x + DIM, r.mean_x, DIM * sizeof *s.x);
    memcpy(s.x + 2 * DIM, r.std_x, DIM * sizeof *s.x);
    s.best_f = r.best_f;
    s.evaluations = r.evaluations;
    s.generations = r.generations;
    s.failed = r.failed;
    s.best_evaluation = r.best_evaluation;
    nes_destroy(o);
    return s;
}

static void test_same_run(void **state)
{
    (void)state;
    const double x0[DIM] = {0};
    for (size_t f = 0; f < 3; f++) {
        nes_settings s = settings(families[f], 0);
        nes_opt *o;
        assert_int_equal(nes_create(&o, DIM, x0, &s), NES_OK);
        const summary want = run(o, tell_whole, false, POPSIZE + 1);
        assert_true(want.failed > 10 && want.generations > 40);
        for (uint64_t window = 1; window <= POPSIZE + 2; window++)
            for (int way = 0; way < 4; way++) {
                s.window = window;
                assert_int_equal(nes_create(&o, DIM, x0, &s), NES_OK);
                const size_t most = window < POPSIZE ? window : POPSIZE + 1; /* with the start */
                const summary got =
                    run(o, way % 2 == 0 ? tell_whole : tell_backwards, way / 2 == 1, most);
                assert_memory_equal(&got, &want, sizeof got);
            }
    }
}

static void test_with_bounds_and_restarts(void **state)
{
    (void)state;
    const double x0[DIM] = {0}, lower[DIM] = {0}, upper[DIM] = {3, 3, 3, 3, 3, 3, 3};
    const char *const handlers[] = {"reflect", "resample", "transform"};
    for (size_t h = 0; h < 3; h++) {
        summary got[2];
        for (uint64_t i = 0; i < 2; i++) {
            nes_settings s = settings("gauss-diag", 3 * i);
            nes_opt *o;
            s.lower = lower;
            s.upper = upper;
            s.bounds = handlers[h];
            s.restarts = h == 1 ? "ipop" : "none";
            s.max_evals = 3001;
            assert_int_equal(nes_create(&o, DIM, x0, &s), NES_OK);
            got[i] = run(o, tell_whole, false, i == 0 ? SIZE_MAX : 3);
        }
        assert_memory_equal(&got[0], &got[1], sizeof got[0]);
    }
}

/* A point that is not handed out yet is not open; nor one of the part before. */
static void test_ids(void **state)
{
    (void)state;
    nes_settings s = settings("gauss-diag", 4);
    nes_opt *o;
    nes_points p;
    double f[4] = {1, 2, 3, 4};
    assert_int_equal(nes_create(&o, DIM, NULL, &s), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 4);
    const uint64_t later = p.id[3] + 1, first = p.id[0];
    assert_int_equal(marked_tell_some(o, 1, &later, f), NES_ERR_ID);
    assert_int_equal(marked_tell(o, 4, f), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.id[0], later);
    assert_int_equal(marked_tell_some(o, 1, &first, f), NES_ERR_ID);
    nes_destroy(o);
}

static void test_refused(void **state)
{
    (void)state;
    const struct {
        const char *method, *mixing, *adaptation;
    } cases[] = {{"xnes", NULL, NULL},
                 {"snes", "importance", NULL},
                 {"snes", NULL, "virtual"},
                 {"canonical", NULL, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nes_settings s = settings(NULL, 2);
        nes_opt *o;
        s.popsize = 100;
        s.method = cases[i].method;
        s.mixing = cases[i].mixing;
        s.adaptation = cases[i].adaptation;
        char message[NES_MESSAGE_SIZE];
        assert_int_equal(nes_settings_check(&s, DIM, NULL, message, sizeof message),
                         NES_ERR_METHOD);
        assert_non_null(strstr(message, "window 2 is below the population of 100"));
        assert_int_equal(nes_create(&o, DIM, NULL, &s), NES_ERR_METHOD);
        s.window = 100;
        assert_int_equal(nes_create(&o, DIM, NULL, &s), NES_OK);
        nes_destroy(o);
    }
}

/* By itself where the points of a generation would take more than half a gigabyte. */
static void test_automatic(void **state)
{
    (void)state;
    nes_settings s;
    nes_opt *o;
    nes_points p;
    nes_settings_default(&s);
    s.method = "snes";
    s.jobs = 2;
    assert_int_equal(nes_create(&o, 1000, NULL, &s), NES_OK);
    assert_int_equal(nes_get_settings(o)->window, 0);
    nes_destroy(o);
    s.popsize = 70000;
    assert_int_equal(nes_create(&o, 1000, NULL, &s), NES_OK);
    assert_int_equal(nes_get_settings(o)->window, 2);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 2);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_run),  cmocka_unit_test(test_with_bounds_and_restarts),
        cmocka_unit_test(test_ids),       cmocka_unit_test(test_refused),
        cmocka_unit_test(test_automatic),
    };
    return cmocka_run_group_tests_name("window", tests, NULL, NULL);
}
