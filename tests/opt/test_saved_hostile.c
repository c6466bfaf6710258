/* SPDX-License-Identifier: MIT
 *
 * Saved runs that a stranger has changed, with a right checksum: every number of every pinned file
 * is set to awkward ones, and elements are taken out, doubled, exchanged, renamed and cut off. What
 * is refused names a reason and leaves nothing behind; what is loaded is a run like any other: its
 * points are finite and inside the bounds, and it saves to bytes that load to the same. One change
 * in some hundred takes place; NES_EVERY_CHANGE=N takes every N-th instead. */
#include <dirent.h>
#include <stdio.h>

#include "nes/async.h"
#include "support/hostile.h"
#include "support/sanitizer.h"
#include "support/variants.h"
#include "util/coder.h"

static size_t every(size_t step)
{
    const char *wanted = getenv("NES_EVERY_CHANGE");
    return wanted != NULL ? strtoul(wanted, NULL, 10) : step * SLOWER;
}

static void read_file(hostile *s, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, NES_TEST_DATA "/saved/%s", name);
    FILE *in = fopen(path, "rb");
    if (in == NULL) fail_msg("%s is missing", path);
    s->size = fread(s->data, 1, HOSTILE_MOST, in);
    fclose(in);
    snprintf(s->name, sizeof s->name, "%.60s", name);
    assert_true(s->size > 32 && s->size < HOSTILE_MOST);
    hostile_take_apart(s);
}

static int is_saved(const struct dirent *entry)
{
    const size_t n = strlen(entry->d_name);
    return n > 4 && strcmp(entry->d_name + n - 4, ".nes") == 0;
}

/* Each file begins elsewhere, so that all together meet as many changes as can be. */
static void pinned(void **state)
{
    (void)state;
    static hostile s;
    struct dirent **entry;
    const int files = scandir(NES_TEST_DATA "/saved", &entry, is_saved, alphasort);
    assert_true(files >= 18);
    for (int i = 0; i < files; i++) {
        read_file(&s, entry[i]->d_name);
        free(entry[i]);
        if (s.data[8] < 2) continue; /* another library's */
        hostile_change_words(&s, hostile_end_of_settings(&s) + (size_t)i % 3, every(61));
        hostile_change_words(&s, 0, every(997));
        hostile_change_texts(&s, 0, every(331));
        hostile_change_order(&s, every(199));
    }
    free(entry);
}

static void take_saved(hostile *s, nes_opt *o)
{
    const run_saved saved = run_save(o);
    assert_true(saved.size < HOSTILE_MOST);
    memcpy(s->data, saved.data, saved.size);
    s->size = saved.size;
    free(saved.data);
    nes_destroy(o);
    hostile_take_apart(s);
}

/* Restarts, races, bounds, tables, trials, guests: what no pinned file has. */
static void every_kind(void **state)
{
    (void)state;
    static hostile s;
    for (size_t i = 0; i < nes_method_count() * VARIANT_COUNT; i++) {
        const size_t v = i % VARIANT_COUNT;
        const nes_settings settings = variant_settings(v, nes_method_at(i / VARIANT_COUNT));
        nes_opt *o = run_start(VARIANT_DIM, variant_start(&settings), &settings);
        nes_points p;
        run_steps(o, 3 + i % 13, variant_objective(v), NULL);
        if (nes_stopped(o) == NES_RUNNING && nes_ask(o, &p) == NES_OK && p.n > 1) {
            const double f = 1.5;
            assert_int_equal(nes_tell_some(o, 1, p.id + 1, &f), NES_OK);
        }
        snprintf(s.name, sizeof s.name, "%s, variant %zu", settings.method, v);
        take_saved(&s, o);
        snprintf(hostile_present, sizeof hostile_present, "%s", s.name);
        hostile_try(s.data, s.size);
        hostile_change_words(&s, hostile_end_of_settings(&s) + i % 7, every(2003));
    }
}

/* Fixed, logarithmic and integer variables, and a start that is evaluated six times. */
static void mapped(void **state)
{
    (void)state;
    enum { DIM = 4 };
    static hostile s;
    static const double lower[DIM] = {1, 2, -3, 0}, upper[DIM] = {1, 200, 3, 50};
    static const double log[DIM] = {0, 1, 0, 0}, integer[DIM] = {0, 0, 1, 1},
                        x0[DIM] = {1, 3, 0, 4};
    for (size_t steps = 0; steps < 3; steps++) {
        nes_settings settings = run_settings("snes");
        settings.lower = lower;
        settings.upper = upper;
        settings.log = log;
        settings.integer = integer;
        settings.noisy = "auto";
        settings.eval_start = "yes";
        nes_opt *o = run_start(DIM, x0, &settings);
        nes_points p;
        run_steps(o, steps, run_sphere, NULL);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        snprintf(s.name, sizeof s.name, "mapped, step %zu", steps);
        take_saved(&s, o);
        hostile_change_words(&s, hostile_end_of_settings(&s) + steps, every(29));
        hostile_change_order(&s, every(97));
    }
}

/* Values that wait for an update, and points under way, of this run and of one that has ended. */
static void asynchronous(void **state)
{
    (void)state;
    static hostile s;
    static const double lower[3] = {-9, -9, -9}, x0[3] = {1, 2, 3};
    for (uint64_t calls = 7; calls < 400; calls += 190) {
        nes_settings settings = run_settings("dd-xnes");
        nes_points p;
        uint64_t random = calls;
        settings.asynchronous = true;
        settings.restarts = "ipop";
        settings.lower = lower;
        settings.retries = 1;
        settings.tolfun = 1; /* runs end soon */
        nes_opt *o = run_start(3, x0, &settings);
        for (uint64_t i = 0; i < calls; i++) {
            const nes_fate fate = run_random(&random) % 9 == 0 ? NES_FAILED : NES_MEASURED;
            assert_int_equal(nes_ask_one(o, &p), NES_OK);
            if (run_random(&random) % 9 == 0) continue;
            p.f[0] = run_sphere(3, p.x, NULL);
            assert_int_equal(nes_tell_records(o, 1, p.id, &fate, p.f), NES_OK);
        }
        snprintf(s.name, sizeof s.name, "asynchronous, %d calls", (int)calls);
        take_saved(&s, o);
        hostile_change_words(&s, hostile_end_of_settings(&s), every(23));
        hostile_change_order(&s, every(47));
    }
}

/* A saved run with another text in the place of an option's value (1) or name (0) is refused by a
 * sentence that has that part. */
static void refuse_text(const char *option, size_t place, const char *value, const char *part)
{
    static hostile s;
    static unsigned char data[2 * HOSTILE_MOST];
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    size_t i = 0;
    take_saved(&s, run_start(3, NULL, NULL));
    while (i < s.n && (s.e[i].size != 8 + strlen(option) ||
                       memcmp(s.data + s.e[i].at + 8, option, strlen(option)) != 0))
        i++;
    assert_true(i + 1 < s.n);
    const hostile_element *e = &s.e[i + place];
    const size_t n = strlen(value), size = s.size - e->size + 8 + n;
    memcpy(data, s.data, e->at);
    memset(data + e->at, 0, 8);
    data[e->at] = (unsigned char)n;
    memcpy(data + e->at + 8, value, n);
    memcpy(data + e->at + 8 + n, s.data + e->at + e->size, s.size - e->at - e->size);
    hostile_close(data, size);
    assert_int_equal(hostile_load(&o, data, size, message), NES_ERR_DAMAGED);
    assert_null(o);
    run_assert_has(message, part);
}

static void sentences(void **state)
{
    (void)state;
    static const char *const parts[] = {"family", "gradient", "sampling", "scheme",     "shaping",
                                        "ties",   "mixing",   "rates",    "adaptation", "paths"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char part[64];
        snprintf(part, sizeof part, "option '%s' is 'auto'", parts[i]);
        refuse_text(parts[i], 1, "auto", part);
    }
    refuse_text("popsize", 1, "9e9", "option 'popsize' is 9e+09");
    refuse_text("sigma", 1, "-1", "option 'sigma' is -1");
    refuse_text("family", 1, "newton", "option 'family' has no word 'newton'");
    refuse_text("popsize", 0, "threads", "option 'threads' is none that a saved run has");
    refuse_text("popsize", 0, "jobs", "option 'jobs' is none that a saved run has");
    refuse_text("popsize", 0, "lower", "option 'lower' is none that a saved run has");
    refuse_text("popsize", 0, "sigma", "option 'sigma' is there twice");
}

/* The first element that is that number, from element i on; n: there is none. */
static size_t find_real(const hostile *s, size_t i, double value)
{
    unsigned char bytes[8];
    nes_coder c = {.out = bytes, .size = sizeof bytes};
    nes_code_real(&c, &value);
    while (i < s->n && (s->e[i].text || memcmp(s->data + s->e[i].at, bytes, sizeof bytes) != 0))
        i++;
    return i;
}

static void refuse_data(hostile *s, const char *part)
{
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    hostile_close(s->data, s->size);
    assert_int_equal(hostile_load(&o, s->data, s->size, message), NES_ERR_DAMAGED);
    assert_null(o);
    run_assert_has(message, part);
}

/* A centre that is finite, but outside the range of numbers. */
static void far_centre(void **state)
{
    (void)state;
    static hostile s;
    double far = 1e301;
    const nes_settings settings = run_settings("snes");
    nes_opt *o = run_start(3, NULL, &settings);
    run_steps(o, 2, run_sphere, NULL);
    const double centre = run_result(o).mean_x[1];
    take_saved(&s, o);
    for (size_t i = 0; (i = find_real(&s, i, centre)) < s.n;) {
        nes_coder c = {.out = s.data, .size = s.size, .used = s.e[i].at};
        nes_code_real(&c, &far);
    }
    refuse_data(&s, "number 2 of the distribution is 1e+301");
}

/* More fixed variables than the data has bytes for: refused before memory is taken for them. */
static void fixed_variables(void **state)
{
    (void)state;
    static hostile s;
    static const double lower[3] = {-9, 7.125, -9}, upper[3] = {9, 7.125, 9}, x0[3] = {1, 7.125, 1};
    nes_settings settings = run_settings("snes");
    settings.lower = lower;
    settings.upper = upper;
    take_saved(&s, run_start(3, x0, &settings));
    const size_t value = find_real(&s, 0, 7.125); /* behind its number, behind their count, 1 */
    assert_true(value >= 2 && value < s.n);
    unsigned char *count = s.data + s.e[value - 2].at;
    assert_int_equal(count[0], 1);
    count[0] = 9; /* the data ends behind the first of them */
    refuse_data(&s, "9 variables are fixed, or there are bytes behind its fields");
}

static void both_outcomes(void **state)
{
    (void)state;
    print_message("%zu loaded, %zu refused\n", hostile_loaded, hostile_refused);
    assert_true(hostile_loaded > 300 && hostile_refused > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pinned),          cmocka_unit_test(every_kind),
        cmocka_unit_test(mapped),          cmocka_unit_test(asynchronous),
        cmocka_unit_test(sentences),       cmocka_unit_test(far_centre),
        cmocka_unit_test(fixed_variables), cmocka_unit_test(both_outcomes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
