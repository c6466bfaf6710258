/* SPDX-License-Identifier: MIT
 *
 * Whatever a public function takes can be saved, and what was saved is loaded again: every option
 * at the ends of its range, with every method that takes it, arrays and starts at the ends of
 * theirs, seconds, limits and values of any size. */
#include <float.h>
#include <stdio.h>

#include "support/allocator.h"
#include "support/runs.h"

enum { DIM = 3, STEPS = 3, MOST_BYTES = 1 << 22 };

/* There is little memory, so that ends of counts do not take all that the machine has. */
static allocations memory = {.limit = MOST_BYTES};

/* Loads what the handle saves; what says the case. */
static void check(const nes_opt *o, const char *what)
{
    char message[NES_MESSAGE_SIZE];
    const run_saved saved = run_save(o);
    nes_settings s;
    nes_opt *copy = NULL;
    nes_settings_default(&s);
    s.allocator = allocator_of(&memory);
    const nes_status st = nes_load(&copy, saved.data, saved.size, &s, message, sizeof message);
    if (st != NES_OK) fail_msg("%s: %s: %s", what, nes_strerror(st), message);
    if (nes_fingerprint(copy) != nes_fingerprint(o)) fail_msg("%s: it is not the same", what);
    nes_destroy(copy);
    free(saved.data);
}

/* Values from ordinary to awkward, one after the other. */
static double value_number(size_t i)
{
    static const double values[] = {1, -2, 3e200, -1e300, 1e300, 0, NAN, 5e-324, INFINITY, DBL_MAX};
    return values[i % (sizeof values / sizeof *values)];
}

/* A few steps with such values, saved before, within and after each generation. */
static void walk(nes_opt *o, const char *what)
{
    double f[64];
    nes_points p;
    check(o, what);
    for (size_t t = 0; t < STEPS && nes_stopped(o) == NES_RUNNING; t++) {
        const nes_status st = nes_ask(o, &p);
        if (st == NES_ERR_MEMORY || p.outputs > 0) return;
        assert_int_equal(st, NES_OK);
        check(o, what);
        const size_t n = p.n < 64 ? p.n : 64;
        for (size_t k = 0; k < n; k++) f[k] = value_number(t + k);
        assert_int_equal(nes_tell_some(o, n, p.id, f), NES_OK);
        check(o, what);
    }
}

/* Returns whether the settings were taken. */
static bool try_settings(nes_settings *s, const double *x0, const char *what)
{
    nes_opt *o = NULL;
    s->allocator = allocator_of(&memory);
    const nes_status st = nes_create(&o, DIM, x0, s);
    if (st != NES_OK) return false;
    walk(o, what);
    nes_destroy(o);
    return true;
}

/* The words and numbers at the ends of an option, number k; null past the end. */
static const char *end_of(const nes_option *option, size_t k, char *text, size_t size)
{
    static const char *const words[] = {"auto", "off", "yes", "inf", "-inf"};
    static const char *const numbers[] = {"%.17g", "%.0f"};
    const bool count = option->type == NES_TYPE_COUNT;
    if (option->type == NES_TYPE_CHOICE) return nes_option_word(option, k);
    if (k < 5) return words[k];
    if (option->type == NES_TYPE_FLAG || k > 8) return NULL;
    const double ends[] = {option->low, option->high, nextafter(option->low, INFINITY),
                           nextafter(option->high, -INFINITY)};
    snprintf(text, size, numbers[count], count && k > 6 ? option->low + 1 : ends[k - 5]);
    return text;
}

/* What some options need beside a method. */
static const char *const NEEDS[][2] = {
    {NULL, NULL},
    {"restarts", "interleaved"},
    {"restarts", "bipop"},
    {"adaptation", "mixed"},
    {"mixing", "importance"},
    {"rates", "snr"},
    {"failures", "resample"},
    {"challenger", "xnes"},
    {"shaping", "raw"},
    {"constraints", "2"},
};

/* Tries the ends of an option; returns whether one of them was taken. */
static bool try_option(const nes_option *option, const nes_method *method, size_t need)
{
    static const double x0[DIM] = {1, -2, 3}, bits[DIM] = {1, 0, 1};
    char text[64], what[200];
    const char *value, *const *other = NEEDS[need];
    bool taken = false;
    for (size_t k = 0; (value = end_of(option, k, text, sizeof text)) != NULL; k++) {
        nes_settings s = run_settings(method != NULL ? method->name : "auto");
        if (other[0] != NULL && nes_set(&s, other[0], other[1]) != NES_OK) continue;
        if (nes_set(&s, option->name, value) != NES_OK) continue;
        snprintf(what, sizeof what, "%s, %s=%s", s.method, option->name, value);
        if (try_settings(&s, method != NULL && run_is_binary(method) ? bits : x0, what))
            taken = true;
    }
    return taken;
}

/* Every option with the first few methods that take it. */
static void options(void **state)
{
    (void)state;
    enum { FEW = 2 };
    const size_t methods = nes_method_count() + 1; /* and auto */
    for (size_t i = 0; i < nes_option_count(); i++) {
        const nes_option *option = nes_option_at(i);
        size_t taken = 0;
        if (option->type == NES_TYPE_ARRAY) continue;
        for (size_t need = 0; need < sizeof NEEDS / sizeof *NEEDS && taken < FEW; need++)
            for (size_t m = 0; m < methods && taken < FEW; m++)
                taken += try_option(option, nes_method_at((m + i) % methods), need);
        if (taken == 0) fail_msg("nothing takes the option %s", option->name);
    }
}

static void arrays(void **state)
{
    (void)state;
    static const double ends[] = {1e300, -1e300,  5e-324,   1e-300,   1,
                                  1e150, DBL_MAX, INFINITY, -INFINITY};
    static const char *const names[] = {"lower", "upper",   "scale", "std",
                                        "log",   "integer", "groups"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            for (size_t j = 0; j < sizeof ends / sizeof *ends; j++) {
                char what[200];
                const double x0[DIM] = {ends[j], 1, 1}, values[DIM] = {ends[k], ends[k], 1};
                nes_settings s = run_settings("auto");
                snprintf(what, sizeof what, "%s=%g from %g", names[i], ends[k], ends[j]);
                if (nes_set_array(&s, names[i], DIM, values) != NES_OK) continue;
                try_settings(&s, x0, what);
            }
}

static void seconds(void **state)
{
    (void)state;
    static const double ends[] = {0,     -1,      5e-324,   1e300,     1e301,
                                  1e308, DBL_MAX, INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (int limited = 0; limited < 3; limited++) {
            nes_settings s = run_settings("xnes");
            char what[64];
            snprintf(what, sizeof what, "%g seconds", ends[i]);
            if (limited > 0) s.max_time = limited == 1 ? 10 : 1e300;
            nes_opt *o = run_start(DIM, NULL, &s);
            nes_set_seconds(o, ends[i]);
            walk(o, what);
            nes_set_seconds(o, NAN);
            check(o, what);
            nes_destroy(o);
        }
}

static void limits(void **state)
{
    (void)state;
    char text[64], what[200];
    for (size_t i = 0; i < nes_option_count(); i++) {
        const nes_option *option = nes_option_at(i);
        const char *value;
        if (option->type == NES_TYPE_ARRAY || strcmp(option->section, "stop") != 0) continue;
        for (size_t k = 0; (value = end_of(option, k, text, sizeof text)) != NULL; k++) {
            const nes_settings first = run_settings("xnes");
            nes_settings s;
            nes_settings_default(&s);
            if (nes_set(&s, option->name, value) != NES_OK) continue;
            nes_opt *o = run_start(DIM, NULL, &first);
            snprintf(what, sizeof what, "continue with %s=%s", option->name, value);
            run_steps(o, 2, run_sphere, NULL);
            if (nes_continue(o, &s) == NES_OK) walk(o, what);
            nes_destroy(o);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options),
        cmocka_unit_test(arrays),
        cmocka_unit_test(seconds),
        cmocka_unit_test(limits),
    };
    return cmocka_run_group_tests_name("save_extremes", tests, NULL, NULL);
}
