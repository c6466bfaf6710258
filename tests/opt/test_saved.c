/* SPDX-License-Identifier: MIT
 *
 * Saved runs that age well. tests/data/saved has one run of every method, saved in the middle of a
 * generation by the version that introduced format 2; this version and every later one must load
 * each of them and go on as expected.txt says, where a line with # is a remark. A run of format 1
 * is refused by a sentence that names the version that wrote it. Options that a file lacks have
 * their defaults, and options that this library does not know are refused by name.
 * NES_WRITE_SAVED=FOLDER writes new files: for a new method add its file, and never replace one. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "support/runs.h"
#include "util/coder.h"

enum { DIM = 3, BUDGET = 400, MOST = 1 << 16 };

static nes_opt *example(const char *method)
{
    static const double real[DIM] = {1, -2, 3}, bits[DIM] = {1, 1, 1}, groups[DIM] = {7, 1, 7};
    const bool binary = run_is_binary(run_find_method(method));
    const double *x0 = binary ? bits : real;
    nes_settings s = run_settings(method);
    nes_points p;
    s.kernels = "baseline";
    s.max_evals = BUDGET;
    s.tolx = s.tolx_abs = s.tolfun = s.max_condition = NES_OFF;
    s.noeffect = false;
    if (binary) s.settled = 200, s.flat = NES_OFF;
    if (strcmp(method, "block-xnes") == 0) s.groups = groups;
    if (strcmp(method, "gradient") == 0) s.eta_mu = s.eta_sigma = 1e-3;
    nes_opt *o = run_start(DIM, x0, &s);
    run_steps(o, 6, run_sphere, NULL);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    const double f = run_sphere(DIM, p.x, NULL);
    if (p.n > 1) assert_int_equal(nes_tell_some(o, 1, p.id, &f), NES_OK);
    return o;
}

static void write_all(const char *folder)
{
    char name[512];
    snprintf(name, sizeof name, "%s/expected.txt", folder);
    FILE *expected = fopen(name, "w");
    assert_non_null(expected);
    for (size_t m = 0; m < nes_method_count(); m++) {
        const char *method = nes_method_at(m)->name;
        nes_opt *o = example(method);
        const run_saved s = run_save(o);
        snprintf(name, sizeof name, "%s/%s.nes", folder, method);
        FILE *out = fopen(name, "wb");
        assert_non_null(out);
        assert_int_equal(fwrite(s.data, 1, s.size, out), s.size);
        fclose(out);
        free(s.data);
        run_to_end(o, run_sphere, NULL);
        const nes_result r = run_result(o);
        fprintf(expected, "%s %llu %llu %s %.17g\n", method, (unsigned long long)r.evaluations,
                (unsigned long long)r.generations, nes_stop_name(r.stop), r.best_f);
        nes_destroy(o);
    }
    fclose(expected);
}

static size_t read_file(const char *name, unsigned char *data)
{
    char path[512];
    snprintf(path, sizeof path, NES_TEST_DATA "/saved/%s", name);
    FILE *in = fopen(path, "rb");
    if (in == NULL) fail_msg("%s is missing", path);
    const size_t size = fread(data, 1, MOST, in);
    fclose(in);
    assert_true(size < MOST);
    return size;
}

static void go_on(const char *method, uint64_t evaluations, uint64_t generations, const char *stop,
                  double best)
{
    static unsigned char data[MOST];
    char name[64], message[NES_MESSAGE_SIZE];
    snprintf(name, sizeof name, "%s.nes", method);
    const size_t size = read_file(name, data);
    nes_opt *o = NULL;
    if (nes_load(&o, data, size, NULL, message, sizeof message) != NES_OK)
        fail_msg("%s: %s", name, message);
    assert_string_equal(run_result(o).method, method);
    run_to_end(o, run_sphere, NULL);
    const nes_result r = run_result(o);
    assert_int_equal(r.evaluations, evaluations);
    assert_int_equal(r.generations, generations);
    assert_string_equal(nes_stop_name(r.stop), stop);
    assert_relative(r.best_f, best, 1e-6);
    nes_destroy(o);
}

static void every_method(void **state)
{
    (void)state;
    char line[256], method[32], stop[32];
    unsigned long long evaluations, generations;
    double best;
    size_t found = 0;
    if (getenv("NES_WRITE_SAVED") != NULL) {
        write_all(getenv("NES_WRITE_SAVED"));
        return;
    }
    FILE *in = fopen(NES_TEST_DATA "/saved/expected.txt", "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in) != NULL) {
        if (line[0] == '#') continue; /* a remark */
        assert_int_equal(sscanf(line, "%31s %llu %llu %31s %lf", method, &evaluations, &generations,
                                stop, &best),
                         5);
        go_on(method, evaluations, generations, stop, best);
        found++;
    }
    fclose(in);
    assert_true(found >= nes_method_count()); /* a new method has a file too */
}

/* Integers beside a real variable, and alone, by the version before they had a state. */
static void format_3(void **state)
{
    (void)state;
    static const char *const names[] = {"format3-mixed.nes", "format3-integers.nes"};
    static unsigned char data[MOST];
    for (size_t k = 0; k < 2; k++) {
        const size_t size = read_file(names[k], data);
        nes_opt *o = NULL;
        assert_int_equal(nes_load(&o, data, size, NULL, NULL, 0), NES_OK);
        assert_int_equal(run_result(o).generations, 6);
        run_to_end(o, run_sphere, NULL);
        assert_true(run_result(o).best_f < 1e-12);
        assert_true(run_result(o).evaluations > 400 && run_result(o).evaluations < 1000);
        nes_destroy(o);
    }
}

static void format_1(void **state)
{
    (void)state;
    static unsigned char data[MOST];
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    const size_t size = read_file("format1.nes", data);
    assert_int_equal(nes_load(&o, data, size, NULL, message, sizeof message), NES_ERR_FOREIGN);
    assert_null(o);
    run_assert_has(message, "format 1, which libnes 0.1.0 wrote");
    run_assert_has(message, "(version " NES_VERSION ") reads formats 2 to 4");
}

/* Where the text begins in the saved data, with its length in front; the test fails if it is not
 * there. */
static size_t place_of(const run_saved *s, const char *text)
{
    const size_t n = strlen(text);
    for (size_t i = 8; i + n <= s->size; i++)
        if (memcmp(s->data + i, text, n) == 0 && s->data[i - 8] == n) return i;
    fail_msg("'%s' is not saved", text);
    return 0;
}

static void close_file(run_saved *s)
{
    nes_coder c = {.out = s->data, .size = s->size, .used = 16};
    uint64_t total = s->size;
    nes_code_count(&c, &total);
    c.used = s->size - 8;
    uint64_t sum = nes_checksum(s->data, s->size - 8);
    nes_code_count(&c, &sum);
}

static nes_status load(const run_saved *s, nes_opt **o, char *message)
{
    return nes_load(o, s->data, s->size, NULL, message, NES_MESSAGE_SIZE);
}

static void unknown_option(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = example("snes"), *loaded = NULL;
    run_saved s = run_save(o);
    nes_destroy(o);
    memcpy(s.data + place_of(&s, "exponent_limit"), "exponent_lemon", 14);
    close_file(&s);
    assert_int_equal(load(&s, &loaded, message), NES_ERR_FOREIGN);
    assert_null(loaded);
    run_assert_has(message, "'exponent_lemon', which this library");
    free(s.data);
}

/* The entry of an option is taken out, as in a file from before it was added. */
static void take_out(run_saved *s, const char *option)
{
    const size_t name = place_of(s, option), first = place_of(s, "method");
    const size_t value = name + strlen(option), length = s->data[value];
    const size_t end = value + 8 + length + 8; /* behind its flag */
    memmove(s->data + name - 8, s->data + end, s->size - end);
    s->size -= end - (name - 8);
    s->data[first - 16]--; /* the number of options stands in front of the first */
    close_file(s);
}

/* Without what format 2 lacks of a run that has not begun: behind an empty history, two zeros, that
 * is no entries and a stride of 5. */
static void take_out_news(run_saved *s)
{
    static const unsigned char empty[32] = {[24] = 5};
    size_t i = 0;
    while (i + sizeof empty <= s->size && memcmp(s->data + i, empty, sizeof empty) != 0) i++;
    assert_true(i + sizeof empty <= s->size);
    memmove(s->data + i + 16, s->data + i + 32, s->size - i - 32);
    s->size -= 16;
}

/* In format 2 the population was doubled, or never changed where restart_max was 0. */
static void doubled(void **state)
{
    (void)state;
    for (int never = 0; never < 2; never++)
        for (unsigned char format = 2; format <= 3; format++) {
            nes_settings settings = run_settings("snes");
            char message[NES_MESSAGE_SIZE];
            nes_opt *loaded = NULL;
            settings.restarts = "ipop";
            settings.restart_max = 9;
            nes_opt *o = run_start(2, NULL, &settings);
            run_saved s = run_save(o);
            nes_destroy(o);
            take_out(&s, "restart_factor");
            if (never) s.data[place_of(&s, "restart_max") + strlen("restart_max") + 8] = '0';
            if (format == 2) take_out_news(&s);
            s.data[8] = format;
            close_file(&s);
            if (load(&s, &loaded, message) != NES_OK) fail_msg("%s", message);
            run_assert_real(nes_get_settings(loaded)->restart_factor, format == 3 ? 3
                                                                      : never     ? 1
                                                                                  : 2);
            nes_destroy(loaded);
            free(s.data);
        }
}

static void missing_option(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = example("snes"), *loaded = NULL;
    run_saved s = run_save(o);
    take_out(&s, "exponent_limit");
    const nes_status st = load(&s, &loaded, message);
    if (st != NES_OK) fail_msg("%s", message);
    run_assert_real(nes_get_settings(loaded)->exponent_limit, 10);
    run_to_end(o, run_sphere, NULL);
    run_to_end(loaded, run_sphere, NULL);
    run_assert_same(o, loaded);
    nes_destroy(o);
    nes_destroy(loaded);
    free(s.data);
}

/* A message of no bytes is not written. */
static void no_room_for_a_message(void **state)
{
    (void)state;
    char guard = 'x';
    nes_opt *o = NULL;
    const nes_settings s = run_settings("newton");
    assert_int_equal(nes_load(&o, "x", 1, NULL, &guard, 0), NES_ERR_FOREIGN);
    assert_int_equal(guard, 'x');
    assert_int_equal(nes_settings_check(&s, 2, NULL, &guard, 0), NES_ERR_METHOD);
    assert_int_equal(guard, 'x');
}

/* Tails as light as the option allows. */
static void lightest_tails(void **state)
{
    (void)state;
    static const double x0[DIM] = {1, -2, 3};
    const char *const methods[] = {"1+1-cauchy", "t-xnes"};
    for (size_t i = 0; i < 2; i++) {
        nes_settings s = run_settings(methods[i]);
        s.nu = 1e300;
        nes_opt *o = run_start(DIM, x0, &s);
        run_steps(o, 3, run_sphere, NULL);
        nes_opt *copy = run_copy(o);
        run_assert_same(o, copy);
        nes_destroy(copy);
        nes_destroy(o);
    }
}

/* More runs than there are bytes for: damaged, and no memory is asked for them. */
static void too_many_runs(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = example("snes"), *loaded = NULL;
    run_saved s = run_save(o);
    nes_destroy(o);
    /* Behind the last field of the course and the reason to stop. */
    nes_coder c = {.out = s.data, .size = s.size, .used = place_of(&s, "place") + 5 + 8 + 8};
    assert_int_equal(s.data[c.used], 1);
    uint64_t n = UINT64_C(1) << 50;
    nes_code_count(&c, &n);
    close_file(&s);
    assert_int_equal(load(&s, &loaded, message), NES_ERR_DAMAGED);
    assert_null(loaded);
    free(s.data);
}

/* Seconds used before a save count after a load. */
static void time_used(void **state)
{
    (void)state;
    const struct timespec longer = {.tv_nsec = 250000000};
    nes_settings s = run_settings("snes");
    s.max_time = 0.2;
    nes_opt *o = run_start(2, NULL, &s);
    nanosleep(&longer, NULL);
    const run_saved saved = run_save(o);
    nes_destroy(o);
    o = run_load(saved);
    run_step(o, run_sphere, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_TIME);
    assert_true(run_result(o).stop_value >= 0.25);
    nes_destroy(o);
    free(saved.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method),
        cmocka_unit_test(format_3),
        cmocka_unit_test(format_1),
        cmocka_unit_test(unknown_option),
        cmocka_unit_test(missing_option),
        cmocka_unit_test(doubled),
        cmocka_unit_test(time_used),
        cmocka_unit_test(too_many_runs),
        cmocka_unit_test(no_room_for_a_message),
        cmocka_unit_test(lightest_tails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
