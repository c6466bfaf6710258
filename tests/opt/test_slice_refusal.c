/* SPDX-License-Identifier: MIT
 *
 * What a slice cannot have is refused with a sentence that names it and the remedy; sums that fail
 * end the run. */
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
        cmocka_unit_test(places),    cmocka_unit_test(words),    cmocka_unit_test(variables),
        cmocka_unit_test(automatic), cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
