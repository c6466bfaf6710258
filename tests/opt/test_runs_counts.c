/* SPDX-License-Identifier: MIT
 *
 * A handle with restarts counts over all its runs, and gives each turn to the run furthest behind
 * its share, also where importance mixing makes generations of different lengths. */
#include "support/runs.h"

enum { RUN_BITS = 48, TURNS = 400, MOST_RUNS = 16 };

/* Every third evaluation fails, every fifth is not a number. */
static void counts_of_all_runs(const char *restarts)
{
    nes_settings s = run_settings("snes");
    uint64_t calls = 0, failed = 0, nonfinite = 0, generations = 0;
    s.restarts = restarts;
    s.popsize = 6;
    if (strcmp(restarts, "interleaved") == 0) s.restart_slice = 6, s.restart_p = 0.4;
    s.tolfun = 1e300; /* a run ends when its history is full */
    s.max_evals = 500;
    nes_opt *o = run_start(2, NULL, &s);
    while (nes_stopped(o) == NES_RUNNING) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++) {
            calls++;
            p.f[k] = calls % 3 == 0 ? MARKED_FAILED : calls % 5 == 0 ? NAN : (double)calls;
            failed += calls % 3 == 0;
            nonfinite += calls % 3 != 0 && calls % 5 == 0;
        }
        generations++;
        assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
        const nes_result r = run_result(o);
        assert_int_equal(r.evaluations, calls);
        assert_int_equal(r.failed, failed);
        assert_int_equal(r.nonfinite, nonfinite);
        if (calls < 500)
            assert_int_equal(r.generations, generations); /* the last may be cut short */
    }
    assert_true(run_result(o).restarts > 1);
    nes_destroy(o);
}

static void counts(void **state)
{
    (void)state;
    counts_of_all_runs("interleaved");
    counts_of_all_runs("ipop");
}

/* What was asked, turn by turn. */
typedef struct record {
    size_t run[TURNS], n[TURNS], length;
} record;

static void follow(const nes_settings *s, record *r)
{
    nes_opt *o = run_start(2, NULL, s);
    for (r->length = 0; r->length < TURNS; r->length++) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        r->run[r->length] = (size_t)(p.id[0] >> RUN_BITS);
        r->n[r->length] = p.n;
        run_step(o, run_sphere, NULL);
    }
    nes_destroy(o);
}

/* The points of a run's next turn from turn t on; 0 when it has none. */
static size_t next_of(const record *r, size_t run, size_t t)
{
    while (t < r->length && r->run[t] != run) t++;
    return t < r->length ? r->n[t] : 0;
}

/* The run with the largest deficit, share (total + next) - used. */
static size_t furthest_behind(const record *r, size_t t, double p, size_t runs, const double *used,
                              double total)
{
    size_t place = 0;
    double most = -INFINITY, share = p;
    for (size_t i = 0; i < runs; i++, share *= 1 - p) {
        const double deficit = share * (total + (double)next_of(r, i, t)) - used[i];
        if (deficit > most) most = deficit, place = i;
    }
    return place;
}

/* The record is gone through again with the rule of the shares alone. No run ends. */
static void turns(void **state)
{
    (void)state;
    static record r;
    const double p = 0.4, slice = 30;
    double used[MOST_RUNS] = {0}, total = 0;
    size_t runs = 0, lengths = 0;
    nes_settings s = run_settings("xnes-im");
    s.restarts = "interleaved";
    s.restart_p = p;
    s.restart_slice = (uint64_t)slice;
    s.popsize = 10;
    s.tolx = s.tolx_abs = s.tolfun = NES_OFF;
    s.noeffect = false;
    follow(&s, &r);
    for (size_t t = 0; t < TURNS - 100; t++) { /* the rest says what the others would ask */
        if (runs == 0 || p * pow(1 - p, (double)runs) * total >= slice) runs++;
        assert_true(runs < MOST_RUNS);
        for (size_t i = 0; i < runs; i++) assert_true(next_of(&r, i, t) > 0);
        assert_int_equal(r.run[t], furthest_behind(&r, t, p, runs, used, total));
        used[r.run[t]] += (double)r.n[t];
        total += (double)r.n[t];
        lengths += r.n[t] < 10;
    }
    assert_true(runs > 4 && lengths > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),
        cmocka_unit_test(turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
