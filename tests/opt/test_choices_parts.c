/* SPDX-License-Identifier: MIT
 *
 * Choices beside other parts of a search: generations that are closed early or handed out in parts,
 * failures, constraints, a second method. */

#include "choice/choice.h"
#include "support/runs.h"

enum { D = 5, TOTAL = 9 };

static const double CHOICES[D] = {0, 4, 0, 5, 0};

static double bowl(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++)
        sum += CHOICES[i] > 0 ? (x[i] != 2) * (1 + 0.1 * x[i]) : (x[i] - 1) * (x[i] - 1);
    return sum;
}

static nes_settings with_choices(const char *method)
{
    nes_settings s = run_settings(method);
    s.choices = CHOICES;
    return s;
}

/* A generation that is closed early moves by the rows that have values, and by weights for as many.
 */
static void closed(void **state)
{
    (void)state;
    enum { ROWS = 12, TOLD = 7 };
    nes_settings s = with_choices("snes");
    s.popsize = ROWS;
    nes_opt *o = run_start(D, NULL, &s);
    nes_points p;
    uint64_t id[TOLD];
    double f[TOLD], values[TOLD * 2], weight[TOLD], u[TOLD], work[64], got[TOTAL];
    double law[2 * TOTAL - 2 + 2] = {0};
    size_t order[ROWS];
    uint64_t random = 1;
    nes_choices c = nes_choices_of(2, (const double[]){4, 5}, 1 - sqrt(0.73));
    assert_int_equal(nes_get_array(o, "probabilities", TOTAL, law), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    run_shuffle(&random, ROWS, order);
    for (size_t k = 0; k < TOLD; k++) {
        const double *x = p.x + order[k] * D;
        id[k] = p.id[order[k]];
        values[2 * k] = x[1];
        values[2 * k + 1] = x[3];
        f[k] = (double)k; /* the first is the best */
    }
    nes_choices_weights(TOLD, false, weight);
    memcpy(u, weight, sizeof u);
    law[TOTAL + TOTAL - 2] = 0; /* a first step: the path is empty */
    law[TOTAL + TOTAL - 2 + 1] = 1;
    c.state = law;
    assert_int_equal(nes_tell_some(o, TOLD, id, f), NES_OK);
    assert_int_equal(nes_close(o), NES_OK);
    nes_choices_step(&c, TOLD, values, u, 1, work);
    assert_int_equal(nes_get_array(o, "probabilities", TOTAL, got), NES_OK);
    for (size_t i = 0; i < TOTAL; i++) assert_within(got[i], law[i], 1e-12);
    nes_destroy(o);
}

/* Points that are handed out in parts are those that would be handed out at once. */
static void in_parts(void **state)
{
    (void)state;
    nes_settings s = with_choices("snes"), t = with_choices("snes");
    s.popsize = t.popsize = 12;
    t.window = 5;
    nes_opt *whole = run_start(D, NULL, &s), *parts = run_start(D, NULL, &t);
    for (int g = 0; g < 30; g++) {
        nes_points p, q;
        double x[12 * D];
        assert_int_equal(nes_ask(whole, &p), NES_OK);
        memcpy(x, p.x, sizeof x);
        for (size_t k = 0; k < p.n; k++) p.f[k] = bowl(D, p.x + k * D, NULL);
        assert_int_equal(nes_tell(whole, p.n, p.f), NES_OK);
        for (size_t done = 0; done < 12; done += q.n) {
            assert_int_equal(nes_ask(parts, &q), NES_OK);
            assert_true(q.n <= 5);
            assert_same_reals(q.n * D, q.x, x + done * D);
            for (size_t k = 0; k < q.n; k++) q.f[k] = bowl(D, q.x + k * D, NULL);
            assert_int_equal(nes_tell(parts, q.n, q.f), NES_OK);
            nes_opt *copy = run_copy(parts);
            run_assert_same(parts, copy);
            nes_destroy(parts);
            parts = copy;
        }
    }
    assert_same_reals(D, run_result(whole).best_x, run_result(parts).best_x);
    nes_destroy(whole);
    nes_destroy(parts);
}

static double failing(size_t dim, const double *x, void *user)
{
    return x[1] == 3 ? MARKED_FAILED : x[3] == 4 ? NAN : bowl(dim, x, user);
}

/* Values that fail are left. */
static void failures(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        nes_settings s = with_choices(way == 0 ? "dd-xnes" : "snes");
        s.failures = way == 0 ? "worst" : "resample";
        s.target = 1e-8;
        s.max_evals = 20000;
        nes_opt *o = run_start(D, NULL, &s);
        run_to_end(o, failing, NULL);
        assert_int_equal(nes_stopped(o), NES_STOP_TARGET);
        assert_true(run_result(o).failed > 0);
        nes_destroy(o);
    }
}

/* A generation without a value moves no probability. */
static void nothing(void **state)
{
    (void)state;
    double before[TOTAL], after[TOTAL];
    nes_settings s = with_choices("dd-xnes");
    nes_opt *o = run_start(D, NULL, &s);
    run_steps(o, 4, bowl, NULL);
    assert_int_equal(nes_get_array(o, "probabilities", TOTAL, before), NES_OK);
    run_steps(o, 3, run_not_a_number, NULL);
    assert_int_equal(nes_get_array(o, "probabilities", TOTAL, after), NES_OK);
    assert_same_reals(TOTAL, before, after);
    nes_destroy(o);
}

/* The best feasible point keeps its choices, and so does the nearest one while there is none. */
static void constrained(void **state)
{
    (void)state;
    nes_settings s = with_choices("dd-xnes");
    s.constraints = 1;
    s.max_evals = 3000;
    nes_opt *o = run_start(D, NULL, &s);
    for (int t = 0; nes_stopped(o) == NES_RUNNING; t++) {
        nes_points p;
        double values[2 * 64];
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++) {
            const double *x = p.x + k * D;
            values[2 * k] = bowl(D, x, NULL);
            /* choice 1 is not to be 2, and reals are to be large */
            values[2 * k + 1] = (t < 3 ? 9 : 0) + (x[1] == 2) + 4 - x[0] - x[2] - x[4];
        }
        assert_int_equal(nes_tell_records(o, p.n, p.id, NULL, values), NES_OK);
        nes_opt *copy = run_copy(o);
        run_assert_same(o, copy);
        nes_destroy(o);
        o = copy;
        const nes_result r = run_result(o);
        for (size_t i = 0; i < D; i++)
            if (CHOICES[i] > 0) assert_true(r.best_x[i] >= 0 && r.best_x[i] < CHOICES[i]);
        assert_within(bowl(D, r.best_x, NULL), r.best_f, 1e-12);
    }
    const nes_result r = run_result(o);
    assert_true(r.feasible);
    run_assert_real(r.best_x[1], 0); /* cheaper than 1 and 3 */
    run_assert_real(r.best_x[3], 2);
    assert_within(r.best_f, 1 + 1.0 / 3, 1e-3);
    nes_destroy(o);
}

/* A challenger begins with the choices of the run that it challenges. */
static void challenged(void **state)
{
    (void)state;
    nes_settings s = with_choices("snes");
    s.challenger = "dd-xnes";
    s.race_first = 300;
    s.race_length = 60;
    s.tolx = s.tolfun = NES_OFF;
    s.max_evals = 1200;
    nes_opt *o = run_start(D, NULL, &s);
    run_to_end(o, bowl, NULL);
    assert_true(run_result(o).challenges > 0);
    run_assert_real(run_result(o).best_x[1], 2);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed),  cmocka_unit_test(in_parts),    cmocka_unit_test(failures),
        cmocka_unit_test(nothing), cmocka_unit_test(constrained), cmocka_unit_test(challenged),
    };
    return cmocka_run_group_tests_name("choices beside other parts", tests, NULL, NULL);
}
