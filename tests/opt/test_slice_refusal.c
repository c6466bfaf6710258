/* SPDX-License-Identifier: MIT
 *
 * What a slice cannot have is refused with a sentence that names it and the remedy, by all slices
 * alike; sums that fail end the run. */
#include "support/allocator.h"
#include "support/runs.h"
#include "support/slices.h"

enum { D = NES_PART + 100 };

/* Tries to make a slice, which must be refused. */
static void refused_place(size_t dim, nes_slice slice, nes_status want, const char *part)
{
    char message[NES_MESSAGE_SIZE] = "old";
    nes_opt *o = (nes_opt *)(uintptr_t)message;
    assert_int_equal(nes_create_slice(&o, dim, &slice, NULL, NULL, message, sizeof message), want);
    assert_null(o);
    run_assert_has(message, part);
}

static void places(void **state)
{
    (void)state;
    slices_meeting m;
    slices_meet(&m, 1);
    slices_seat seat = {&m, 0};
    nes_slice s = {1, D - 1, slices_reduce, &seat};
    refused_place(D, s, NES_ERR_VALUE, "begins at coordinate 1");
    s.first = 0;
    refused_place(D, s, NES_ERR_VALUE, "multiple of 8192");
    s.n = 0;
    refused_place(D, s, NES_ERR_VALUE, "0 coordinates");
    s.n = D + 1;
    refused_place(D, s, NES_ERR_VALUE, "but there are 8292");
    s.first = 2 * NES_PART;
    refused_place(D, s, NES_ERR_VALUE, "from 16384 on");
    s = (nes_slice){.first = NES_PART, .n = 100};
    refused_place(D, s, NES_ERR_ARGUMENT, "'reduce'");
    slices_part(&m);
}

/* All coordinates in one slice that is refused for its settings. */
static void refused(const nes_settings *s, nes_status want, const char *part, const char *remedy)
{
    const nes_slice all = {.n = 20};
    char message[NES_MESSAGE_SIZE] = "";
    nes_opt *o = NULL;
    assert_int_equal(nes_create_slice(&o, 20, &all, NULL, s, message, sizeof message), want);
    assert_null(o);
    run_assert_has(message, part);
    run_assert_has(message, remedy);
}

static void words(void **state)
{
    static const struct {
        const char *method, *option, *word, *remedy;
    } rows[] = {
        {"xnes", "family", "gauss-full", "'snes'"},
        {"lm-ma-es", "family", "gauss-lm", "'cr-fm-nes'"},
        {"cr-fm-nes", "sampling", "mirrored-orthogonal", "'mirrored'"},
        {"snes", "sampling", "orthogonal", "'iid'"},
        {"snes", "gradient", "plain", "'local'"},
        {"snes", "scheme", "elitist", "'comma'"},
        {"snes", "mixing", "importance", "none"},
        {"snes", "adaptation", "virtual", "none"},
        {"snes", "rates", "snr", "fixed"},
        {"snes", "challenger", "xnes", "none"},
        {"bernoulli", "family", "bernoulli", "'snes'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nes_settings s;
        nes_settings_default(&s);
        s.method = rows[i].method;
        assert_int_equal(nes_set(&s, rows[i].option, rows[i].word), NES_OK);
        refused(&s, NES_ERR_METHOD, rows[i].word, rows[i].remedy);
    }
}

static void variables(void **state)
{
    double lower[20] = {0}, upper[20] = {0}, flags[20] = {[7] = 1};
    (void)state;
    nes_settings s = run_settings("snes");
    for (size_t i = 0; i < 19; i++) upper[i] = 1;
    s.lower = lower;
    s.upper = upper;
    refused(&s, NES_ERR_VALUE, "equal bounds", "leave it out");
    s = run_settings("snes");
    s.integer = flags;
    refused(&s, NES_ERR_VALUE, "integer", "leave it out");
    s = run_settings("snes");
    s.log = flags;
    refused(&s, NES_ERR_VALUE, "logarithmic", "leave it out");
}

/* "auto" chooses what can be sliced, and says so. */
static void automatic(void **state)
{
    const nes_slice all = {.n = 20};
    nes_opt *o = NULL;
    (void)state;
    assert_int_equal(nes_create_slice(&o, 20, &all, NULL, NULL, NULL, 0), NES_OK);
    assert_string_equal(nes_get_settings(o)->method, "cr-fm-nes");
    assert_string_equal(nes_get_settings(o)->sampling, "mirrored");
    assert_string_equal(nes_get_settings(o)->challenger, "none");
    run_assert_has(nes_choice_text(o), "shared out");
    size_t n = 0;
    assert_int_equal(nes_get_length(o, "covariance", &n), NES_ERR_DIMENSION);
    run_assert_has(nes_message(o), "shared out");
    nes_destroy(o);
}

/* Two slices, of which the second has settings of its own. */
typedef struct pair {
    slices_seat seat;
    nes_settings s;
    const double *x0;
    nes_status st;
    char message[NES_MESSAGE_SIZE];
} pair;

static void *create(void *data)
{
    pair *p = data;
    const nes_slice slice = {p->seat.number * NES_PART, p->seat.number == 0 ? NES_PART : 100,
                             slices_reduce, &p->seat};
    nes_opt *o = NULL;
    p->st = nes_create_slice(&o, D, &slice, p->x0, &p->s, p->message, sizeof p->message);
    nes_destroy(o);
    return NULL;
}

static void create_pair(pair *p)
{
    slices_meeting m;
    pthread_t other;
    slices_meet(&m, 2);
    for (size_t i = 0; i < 2; i++) p[i].seat = (slices_seat){&m, i};
    assert_int_equal(pthread_create(&other, NULL, create, &p[1]), 0);
    create(&p[0]);
    pthread_join(other, NULL);
    slices_part(&m);
}

/* The slice at fault has the sentence, and both have the status. */
static void assert_refused(pair *p, nes_status want, const char *part)
{
    create_pair(p);
    assert_int_equal(p[0].st, want);
    assert_int_equal(p[1].st, want);
    assert_string_equal(p[0].message, "");
    run_assert_has(p[1].message, "from coordinate 8192 on");
    run_assert_has(p[1].message, part);
}

static void alike(void **state)
{
    static double zeros[NES_PART], bad[100];
    (void)state;
    const nes_settings s = run_settings("cr-fm-nes");
    pair p[2] = {{.s = s, .x0 = zeros}, {.s = s, .x0 = bad}};
    bad[3] = NAN;
    assert_refused(p, NES_ERR_START, "variable 4 of x0");
    p[1].x0 = zeros;
    bad[3] = -1;
    p[1].s.std = bad;
    assert_refused(p, NES_ERR_VALUE, "step size of variable 1");
    p[1].s.std = NULL;
    p[1].s.lower = p[1].s.upper = zeros;
    assert_refused(p, NES_ERR_VALUE, "equal bounds");
    p[1].s = p[0].s;
    for (size_t i = 0; i < 100; i++) bad[i] = i == 50 ? 5e-324 : 1;
    p[1].s.std = bad; /* of which only the family finds out that they differ too much */
    create_pair(p);
    assert_int_equal(p[0].st, NES_ERR_VALUE);
    assert_int_equal(p[1].st, NES_ERR_VALUE);
}

/* Memory that one slice does not get: the other one does not wait for it. */
static void memory(void **state)
{
    static double x0[NES_PART];
    size_t refusals = 0;
    (void)state;
    for (size_t at = 1; at < 50; at++) {
        const nes_settings s = run_settings("snes");
        allocations a = {.fail_at = at};
        pair p[2] = {{.s = s, .x0 = x0}, {.s = s, .x0 = x0}};
        p[1].s.allocator = allocator_of(&a);
        create_pair(p);
        assert_int_equal(p[0].st, p[1].st);
        assert_int_equal(a.live, 0);
        if (p[1].st == NES_OK) break;
        assert_int_equal(p[1].st, NES_ERR_MEMORY);
        refusals++;
    }
    assert_in_range(refusals, 3, 40);
}

/* Sums that fail, at any time: there is no handle, or its run ends. */
static void failures(void **state)
{
    (void)state;
    for (size_t at = 1; at < 60; at += 2) {
        const nes_settings s = run_settings(at % 4 == 1 ? "snes" : "cr-fm-nes");
        slices_meeting m;
        nes_opt *o = NULL;
        slices_meet(&m, 1);
        slices_seat seat = {&m, 0};
        const nes_slice slice = {0, D, slices_reduce, &seat};
        m.fail_from = at;
        const nes_status st = nes_create_slice(&o, D, &slice, NULL, &s, NULL, 0);
        if (st == NES_OK) run_to_end(o, run_sphere, NULL);
        assert_int_equal(nes_stopped(o), st == NES_OK ? NES_STOP_NONFINITE : NES_STOP_USER);
        nes_destroy(o);
        slices_part(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),    cmocka_unit_test(words), cmocka_unit_test(variables),
        cmocka_unit_test(automatic), cmocka_unit_test(alike), cmocka_unit_test(memory),
        cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
