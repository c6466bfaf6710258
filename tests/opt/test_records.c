/* SPDX-License-Identifier: MIT
 *
 * Evaluations as records: fates, and outputs besides the value. test_late.c has late points. */
#include "opt/handle/opt.h"
#include "support/runs.h"
#include "util/coder.h"

enum { D = 3, N = 6, M = 2 };

static nes_opt *start(nes_settings *s)
{
    s->popsize = N;
    s->eval_start = false;
    return run_start(D, NULL, s);
}

/* The value of a point and its outputs. */
static void fill(const nes_points *p, double *values)
{
    const size_t width = 1 + p->outputs;
    for (size_t k = 0; k < p->n; k++) {
        const double *x = p->x + k * D;
        values[k * width] = run_sphere(D, x, NULL);
        for (size_t i = 0; i < p->outputs; i++) values[k * width + 1 + i] = x[i] - (double)i;
    }
}

static void words(void **state)
{
    (void)state;
    assert_string_equal(nes_fate_name(NES_WAITING), "waiting");
    assert_string_equal(nes_fate_name(NES_GIVEN_UP), "given up");
    assert_null(nes_fate_name(NES_FATE_END_));
}

/* The points of an ask that were told to be waiting are asked for again before they are told. */
static void told_once(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    nes_opt *o = start(&s);
    nes_points p;
    double f[N];
    const nes_fate fate[N] = {NES_MEASURED, NES_MEASURED, NES_MEASURED,
                              NES_MEASURED, NES_MEASURED, NES_WAITING};
    assert_int_equal(nes_ask(o, &p), NES_OK);
    fill(&p, f);
    assert_int_equal(nes_tell_records(o, N, NULL, fate, f), NES_OK);
    assert_int_equal(nes_tell(o, 1, f + N - 1), NES_ERR_ORDER);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 1);
    assert_int_equal(nes_tell(o, 1, f + N - 1), NES_OK);
    assert_int_equal(run_result(o).generations, 1);
    nes_destroy(o);
}

/* Given up: no more tries, whatever retries says. */
static void given_up_is_final(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.retries = 3;
    nes_opt *o = start(&s);
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    fill(&p, p.f);
    for (size_t k = 0; k < N; k++) p.fate[k] = k == 1 ? NES_GIVEN_UP : NES_MEASURED;
    assert_int_equal(nes_tell_records(o, N, NULL, p.fate, p.f), NES_OK);
    assert_int_equal(run_result(o).generations, 1);
    assert_int_equal(run_result(o).failed, 1);
    nes_destroy(o);
}

/* Loads bytes that were changed, with a right checksum. */
static nes_status load_changed(unsigned char *bytes, size_t size, char *message, size_t room)
{
    uint64_t sum = nes_checksum(bytes, size - 8);
    nes_opt *o = NULL;
    nes_code_count(&(nes_coder){.out = bytes, .used = size - 8}, &sum);
    const nes_status st = nes_load(&o, bytes, size, NULL, message, room);
    nes_destroy(o);
    return st;
}

/* Every fate of an open generation comes back with a load: of a row and of the start. */
static void fates_are_saved(void **state)
{
    (void)state;
    static const nes_fate told[] = {NES_GIVEN_UP, NES_MEASURED, NES_GIVEN_UP, NES_WAITING,
                                    NES_LATE,     NES_MEASURED, NES_FAILED};
    nes_settings s = run_settings("xnes");
    s.popsize = N;
    s.retries = 1;
    s.eval_start = "yes";
    nes_opt *o = run_start(D, (double[D]){1, 2, 3}, &s), *loaded;
    nes_points p;
    char message[NES_MESSAGE_SIZE] = "";
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, N + 1);
    fill(&p, p.f);
    p.f[1] = NAN; /* measured all the same */
    assert_int_equal(nes_tell_records(o, p.n, NULL, told, p.f), NES_OK);
    const size_t size = nes_save_size(o);
    unsigned char *bytes = malloc(size), *again = malloc(size);
    assert_int_equal(nes_save(o, bytes, size, NULL), NES_OK);
    assert_int_equal(nes_load(&loaded, bytes, size, NULL, NULL, 0), NES_OK);
    const struct nes_run *run = nes_runs_at_work(&loaded->runs)->run;
    assert_int_equal(run->guests.fate[0], NES_GIVEN_UP);
    for (size_t k = 0; k < N; k++)
        assert_int_equal(run->g.batch.fate[k], k + 1 < N ? told[k + 1] : NES_WAITING);
    assert_int_equal(nes_save(loaded, again, size, NULL), NES_OK);
    assert_memory_equal(bytes, again, size);
    nes_destroy(loaded);

    size_t at = size - 16;
    while (memcmp(bytes + at, &nes_runs_at_work(&o->runs)->run->guests.f[0], 8) != 0) at--;
    memset(bytes + at, 0, 8);
    assert_int_equal(load_changed(bytes, size, message, sizeof message), NES_ERR_DAMAGED);
    assert_non_null(strstr(message, "a point was given up, but has the value 0"));
    free(bytes);
    free(again);
    nes_destroy(o);
}

static void refused(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    const double u[N] = {1, 0, 0, 0, 0, -1};
    nes_opt *o = start(&s);
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < N; k++) p.fate[k] = NES_MEASURED;
    p.fate[3] = (nes_fate)9;
    const uint64_t before = nes_fingerprint(o);
    assert_int_equal(nes_tell_records(o, N, NULL, p.fate, p.f), NES_ERR_VALUE);
    assert_int_equal(nes_tell_records(o, N, NULL, NULL, NULL), NES_ERR_ARGUMENT);
    assert_int_equal(nes_fingerprint(o), before);
    nes_destroy(o);
    s.shaping = "table";
    s.utilities = u;
    o = start(&s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < N; k++) p.fate[k] = NES_LATE;
    assert_int_equal(nes_tell_records(o, N, NULL, p.fate, p.f), NES_ERR_METHOD);
    nes_destroy(o);
}

/* Outputs change nothing of the run; the best point has its own, also after a load. */
static void outputs(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "xnes-im", "1+1-xnes", "xnes-as"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        nes_settings s = run_settings(methods[i]);
        s.max_evals = 300;
        s.retries = 1;
        nes_opt *plain = run_start(D, NULL, &s);
        s.outputs = M;
        nes_opt *o = run_start(D, NULL, &s);
        for (int g = 0; nes_stopped(o) == NES_RUNNING; g++) {
            nes_points p, q;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            assert_int_equal(nes_ask(plain, &q), NES_OK);
            assert_int_equal(p.outputs, M);
            assert_memory_equal(p.x, q.x, p.n * D * sizeof *p.x);
            fill(&p, p.f);
            fill(&q, q.f);
            for (size_t k = 0; k < p.n; k++)
                p.fate[k] = q.fate[k] =
                    (p.id[k] + (uint64_t)g) % 7 == 3 ? NES_FAILED : NES_MEASURED;
            assert_int_equal(nes_tell(o, p.n, p.f), NES_ERR_ORDER);
            assert_int_equal(nes_tell_records(o, p.n, NULL, p.fate, p.f), NES_OK);
            assert_int_equal(nes_tell_records(plain, q.n, NULL, q.fate, q.f), NES_OK);
            if (g % 3 != 1) continue;
            const size_t size = nes_save_size(o);
            void *bytes = malloc(size);
            assert_int_equal(nes_save(o, bytes, size, NULL), NES_OK);
            nes_destroy(o);
            assert_int_equal(nes_load(&o, bytes, size, NULL, NULL, 0), NES_OK);
            free(bytes);
        }
        const nes_result r = run_result(o);
        double best[M];
        size_t m = 0;
        run_assert_real(r.best_f, run_result(plain).best_f);
        assert_int_equal(nes_get_length(o, "best_outputs", &m), NES_OK);
        assert_int_equal(m, M);
        assert_int_equal(nes_get_array(o, "best_outputs", M, best), NES_OK);
        for (size_t k = 0; k < M; k++) run_assert_real(best[k], r.best_x[k] - (double)k);
        nes_destroy(o);
        nes_destroy(plain);
    }
}

/* Images of samples are shorter than points, or longer, where there are groups of variables: slots
 * that change places, rows that are dropped and samples that are replaced take theirs along. */
static void any_order_in_groups(void **state)
{
    (void)state;
    enum { WIDE = 40 };
    for (size_t pairs = 1; pairs <= WIDE / 2; pairs += WIDE / 2 - 1) {
        double groups[WIDE];
        for (size_t i = 0; i < WIDE; i++) groups[i] = (double)(i / 2 < pairs ? i / 2 : i);
        nes_settings s = run_settings("block-xnes");
        s.groups = groups;
        s.failures = "resample";
        s.sampling = "iid";
        nes_opt *a = run_start(WIDE, NULL, &s), *b = run_start(WIDE, NULL, &s);
        for (uint64_t g = 0; g < 60; g++) {
            nes_points p, q;
            assert_int_equal(nes_ask(a, &p), NES_OK);
            assert_int_equal(nes_ask(b, &q), NES_OK);
            assert_int_equal(p.n, q.n);
            uint64_t id[64];
            assert_true(p.n <= 64);
            memcpy(id, q.id, q.n * sizeof *id);
            for (size_t k = 0; k < p.n; k++) {
                p.f[k] = run_sphere(WIDE, p.x + k * WIDE, NULL);
                const uint64_t kind = (p.id[k] * 7 + g) % 11;
                p.fate[k] = kind == 3 ? NES_FAILED : kind == 5 ? NES_LATE : NES_MEASURED;
            }
            double f[64];
            nes_fate fate[64];
            for (size_t k = 0; k < q.n; k++) {
                size_t same = 0;
                while (p.id[same] != id[k]) same++;
                f[k] = p.f[same];
                fate[k] = p.fate[same];
            }
            const size_t n = p.n;
            assert_int_equal(nes_tell_records(a, n, NULL, p.fate, p.f), NES_OK);
            for (size_t k = n; k-- > 0;) {
                assert_int_equal(nes_tell_records(b, 1, id + k, fate + k, f + k), NES_OK);
                if (k > 0) assert_int_equal(nes_ask(b, &q), NES_OK);
            }
            assert_int_equal(nes_fingerprint(a), nes_fingerprint(b));
        }
        nes_destroy(a);
        nes_destroy(b);
    }
}

static nes_fate sometimes(size_t dim, const double *x, double *values, void *user)
{
    int *calls = user;
    values[0] = run_sphere(dim, x, NULL);
    values[1] = x[0];
    return ++*calls % 7 == 0 ? NES_FAILED : NES_MEASURED;
}

static nes_fate never(size_t dim, const double *x, double *values, void *user)
{
    (void)dim, (void)x, (void)user;
    values[0] = 1;
    return NES_WAITING;
}

static void driver(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    double x[D] = {1, 2, 3};
    int calls = 0;
    nes_result r;
    s.max_evals = 100;
    s.outputs = 1;
    assert_int_equal(nes_minimize_records(sometimes, &calls, D, x, &s, &r), NES_OK);
    assert_int_equal(r.failed, 14);
    assert_int_equal(nes_minimize(run_sphere, NULL, D, x, &s, &r), NES_ERR_ORDER);
    assert_int_equal(nes_minimize_records(NULL, NULL, D, x, &s, &r), NES_ERR_ARGUMENT);
    assert_int_equal(nes_minimize_records(never, NULL, D, x, &s, &r), NES_ERR_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),
        cmocka_unit_test(told_once),
        cmocka_unit_test(any_order_in_groups),
        cmocka_unit_test(given_up_is_final),
        cmocka_unit_test(fates_are_saved),
        cmocka_unit_test(refused),
        cmocka_unit_test(outputs),
        cmocka_unit_test(driver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
