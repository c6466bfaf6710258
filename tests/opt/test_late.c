/* SPDX-License-Identifier: MIT
 *
 * Points that are late: their generation goes on without them. */
#include "support/runs.h"
#include "util/coder.h"

enum { D = 3, N = 6 };

static nes_opt *start(nes_settings *s)
{
    s->popsize = N;
    s->eval_start = false;
    return run_start(D, NULL, s);
}

static void fill(const nes_points *p, double *f)
{
    for (size_t k = 0; k < p->n; k++) f[k] = run_sphere(D, p->x + k * D, NULL);
}

/* A point that is left out at once, and one that nes_close() drops, have the same run. */
static void late_is_closed(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    nes_opt *a = start(&s), *b = start(&s);
    for (int g = 0; g < 5; g++) {
        nes_points p, q;
        nes_fate fate[N] = {NES_MEASURED, NES_LATE,     NES_MEASURED,
                            NES_MEASURED, NES_MEASURED, NES_LATE};
        const uint64_t id[] = {0, 2, 3, 4};
        double f[N], some[4];
        uint64_t some_id[4];
        assert_int_equal(nes_ask(a, &p), NES_OK);
        assert_int_equal(nes_ask(b, &q), NES_OK);
        assert_int_equal(p.n, N);
        assert_memory_equal(p.x, q.x, N * D * sizeof *p.x);
        fill(&p, f);
        for (size_t i = 0; i < 4; i++) {
            some[i] = f[id[i]];
            some_id[i] = q.id[id[i]];
        }
        const uint64_t gone = p.id[1];
        assert_int_equal(nes_tell_records(a, N, NULL, fate, f), NES_OK);
        assert_int_equal(nes_tell_some(b, 4, some_id, some), NES_OK);
        assert_int_equal(nes_close(b), NES_OK);
        assert_int_equal(nes_fingerprint(a), nes_fingerprint(b));
        assert_int_equal(nes_tell_some(a, 1, &gone, f), NES_ERR_LATE);
    }
    assert_int_equal(run_result(a).evaluations, 20);
    nes_destroy(a);
    nes_destroy(b);
}

/* Late points are not asked for again, may be told so twice, and survive saving. */
static void late_stays_late(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    nes_opt *o = start(&s), *copy;
    nes_points p;
    double f[N];
    uint64_t id[N];
    const nes_fate late = NES_LATE, fates[2] = {NES_WAITING, NES_LATE};
    assert_int_equal(nes_ask(o, &p), NES_OK);
    memcpy(id, p.id, sizeof id);
    fill(&p, f);
    assert_int_equal(nes_tell_records(o, 1, &id[2], &late, f), NES_OK);
    assert_int_equal(nes_tell_records(o, 1, &id[2], &late, f), NES_OK);
    assert_int_equal(nes_tell_records(o, 2, (uint64_t[]){id[0], id[4]}, fates, f), NES_OK);
    assert_int_equal(nes_tell_some(o, 1, &id[2], f), NES_ERR_LATE);
    assert_int_equal(nes_tell_records(o, 1, &id[2], &late, f), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, N - 2);
    const size_t size = nes_save_size(o);
    void *bytes = malloc(size);
    assert_int_equal(nes_save(o, bytes, size, NULL), NES_OK);
    assert_int_equal(nes_load(&copy, bytes, size, NULL, NULL, 0), NES_OK);
    assert_int_equal(nes_ask(copy, &p), NES_OK);
    assert_int_equal(p.n, N - 2);
    fill(&p, f);
    assert_int_equal(nes_tell(copy, p.n, f), NES_OK);
    assert_int_equal(run_result(copy).generations, 1);
    assert_int_equal(run_result(copy).evaluations, N - 2);
    assert_int_equal(nes_tell_records(copy, 1, &id[2], &late, f), NES_OK); /* it is over */
    assert_int_equal(nes_tell_some(copy, 1, &id[2], f), NES_ERR_LATE);
    free(bytes);
    nes_destroy(o);
    nes_destroy(copy);
}

/* A saved run of a table of utilities, changed so that points are late, is refused. */
static void table_has_no_late(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    const double u[N] = {1, 0, 0, 0, 0, -1};
    s.shaping = "table";
    s.utilities = u;
    nes_opt *o = start(&s), *copy;
    nes_points p;
    size_t refused = 0;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    const run_saved saved = run_save(o);
    unsigned char *bytes = saved.data;
    for (size_t at = 24; at + 16 <= saved.size; at++) {
        char message[NES_MESSAGE_SIZE] = "";
        if (bytes[at] != 0) continue;
        bytes[at] = NES_LATE;
        const uint64_t sum = nes_checksum(bytes, saved.size - 8);
        for (size_t i = 0; i < 8; i++) bytes[saved.size - 8 + i] = (unsigned char)(sum >> 8 * i);
        if (nes_load(&copy, bytes, saved.size, NULL, message, sizeof message) == NES_OK) {
            if (nes_ask(copy, &p) == NES_OK) assert_int_equal(p.n, N);
            nes_destroy(copy);
        }
        refused += strstr(message, "needs all") != NULL;
        bytes[at] = 0;
    }
    assert_int_equal(refused, N);
    free(saved.data);
    nes_destroy(o);
}

/* The budget counts values, not points that are left out. */
static void late_costs_nothing(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.max_evals = N;
    s.retries = 1;
    nes_opt *o = start(&s);
    nes_points p;
    uint64_t id[N];
    double f[N];
    const nes_fate failed = NES_FAILED;
    nes_fate fate[N] = {NES_LATE};
    for (size_t k = 1; k < N; k++) fate[k] = NES_MEASURED;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    memcpy(id, p.id, sizeof id);
    fill(&p, f);
    assert_int_equal(nes_tell_records(o, 1, id, &failed, f), NES_OK);
    assert_int_equal(nes_tell_records(o, N, id, NULL, f), NES_ERR_COUNT);
    assert_int_equal(nes_tell_records(o, N, id, fate, f), NES_OK);
    assert_int_equal(run_result(o).evaluations, N);
    assert_int_equal(run_result(o).generations, 1);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(late_is_closed),
        cmocka_unit_test(late_stays_late),
        cmocka_unit_test(table_has_no_late),
        cmocka_unit_test(late_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
