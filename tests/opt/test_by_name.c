/* SPDX-License-Identifier: MIT
 *
 * Everything through functions and plain arrays, as a binding for another language would do it:
 * settings made and freed, arrays with their lengths, results by name, names of all tables. What it
 * gives is what the structs give. */
#include "nes/density.h"
#include "support/runs.h"

enum { DIM = 4 };

static nes_settings *bounded(size_t n, const double *lower)
{
    nes_settings *s = nes_settings_new();
    assert_non_null(s);
    assert_int_equal(nes_set(s, "method", "snes"), NES_OK);
    assert_int_equal(nes_set(s, "eval_start", "no"), NES_OK);
    assert_int_equal(nes_set_array(s, "lower", n, lower), NES_OK);
    return s;
}

/* A copy is kept: the caller's numbers may change, or be given again. */
static void arrays_are_copied(void **state)
{
    (void)state;
    double lower[DIM] = {-1, -2, -3, -4};
    const double x0[DIM] = {1, 1, 1, 1}, same[DIM] = {-1, -2, -3, -4};
    nes_settings *s = bounded(DIM, lower), plain = run_settings("snes");
    for (size_t i = 0; i < DIM; i++) lower[i] = 5;
    plain.lower = same;
    nes_opt *a = run_start(DIM, x0, s), *b = run_start(DIM, x0, &plain);
    nes_settings_free(s); /* the handle has copies of its own */
    run_steps(a, 20, run_ellipsoid, NULL);
    run_steps(b, 20, run_ellipsoid, NULL);
    run_assert_same(a, b);
    nes_destroy(a);
    nes_destroy(b);
}

static void lengths_are_checked(void **state)
{
    (void)state;
    const double numbers[9] = {9, 8, 7, 6, 5, 4, 3, 2, 1};
    char message[NES_MESSAGE_SIZE];
    nes_settings *s = bounded(3, numbers);
    nes_opt *o = NULL;
    assert_int_equal(nes_create(&o, DIM, NULL, s), NES_ERR_COUNT);
    assert_int_equal(nes_settings_check(s, DIM, NULL, message, sizeof message), NES_ERR_COUNT);
    run_assert_has(message,
                   "option 'lower' has 3 numbers, but 4 are needed: one for each variable");
    assert_int_equal(nes_set_array(s, "lower", 0, NULL), NES_OK); /* none */
    assert_int_equal(nes_settings_check(s, DIM, NULL, message, sizeof message), NES_OK);
    assert_int_equal(nes_set_array(s, "factor", 9, numbers), NES_OK);
    assert_int_equal(nes_set(s, "method", "xnes"), NES_OK);
    assert_int_equal(nes_settings_check(s, DIM, NULL, message, sizeof message), NES_ERR_COUNT);
    run_assert_has(message, "16 are needed: one for each pair of variables");
    assert_int_equal(nes_set_array(s, "factor", 0, NULL), NES_OK);
    assert_int_equal(nes_set_array(s, "utilities", 9, numbers), NES_OK);
    assert_int_equal(nes_set(s, "shaping", "table"), NES_OK);
    assert_int_equal(nes_settings_check(s, DIM, NULL, message, sizeof message), NES_ERR_COUNT);
    run_assert_has(message, "8 are needed: one for each point of a generation");
    assert_int_equal(nes_set(s, "popsize", "9"), NES_OK);
    assert_int_equal(nes_settings_check(s, DIM, NULL, message, sizeof message), NES_OK);
    nes_settings_free(s);
}

/* Values are told once: not even one more is taken before the next ask. */
static void told_once(void **state)
{
    (void)state;
    nes_opt *o = NULL;
    nes_points p;
    assert_int_equal(nes_create(&o, DIM, NULL, NULL), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < p.n; k++) p.f[k] = (double)k;
    assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    assert_int_equal(nes_tell(o, 1, &(double){0}), NES_ERR_ORDER);
    nes_destroy(o);
}

/* Where there is room for a single byte, a text is the empty one. */
static void shortest_texts(void **state)
{
    (void)state;
    nes_opt *o = NULL;
    nes_stop reason;
    nes_trust trust;
    char text[3][2] = {"ab", "ab", "ab"};
    assert_int_equal(nes_settings_check(NULL, DIM, NULL, text[0], 1), NES_OK);
    assert_int_equal(nes_create(&o, DIM, NULL, NULL), NES_OK);
    assert_int_equal(nes_get_stop(o, &reason, text[1], 1), NES_OK);
    assert_int_equal(nes_get_trust(o, &trust, text[2], 1), NES_OK);
    for (size_t i = 0; i < 3; i++) assert_true(text[i][0] == '\0' && text[i][1] == 'b');
    nes_destroy(o);
}

static void refusals(void **state)
{
    (void)state;
    nes_settings *s = nes_settings_new(), plain = run_settings("snes");
    const double x[2] = {1, 2};
    assert_string_equal(nes_settings_message(s), "");
    assert_int_equal(nes_set_array(s, "lowr", 2, x), NES_ERR_OPTION);
    run_assert_has(nes_settings_message(s), "did you mean lower or log?");
    assert_int_equal(nes_set_array(s, "sigma", 2, x), NES_ERR_VALUE);
    run_assert_has(nes_settings_message(s), "'sigma' is not an array");
    assert_int_equal(nes_set(s, "lower", "1,2"), NES_ERR_VALUE);
    run_assert_has(nes_settings_message(s), "nes_set_array");
    assert_int_equal(nes_set_array(NULL, "lower", 2, x), NES_ERR_ARGUMENT);
    assert_int_equal(nes_set_array(s, NULL, 2, x), NES_ERR_ARGUMENT);
    assert_int_equal(nes_set_array(s, "lower", 2, NULL), NES_ERR_ARGUMENT);
    assert_string_equal(nes_settings_message(NULL), "");
    assert_int_equal(nes_set_density(&plain, 1, x, NULL, NULL, NULL, NULL, NULL), NES_ERR_ARGUMENT);
    nes_settings_free(s);
    nes_settings_free(NULL);
    nes_settings_free(&plain); /* not made by nes_settings_new: nothing happens */
}

/* A copy of settings owns nothing: what is set in it, or freed, is not the original's. */
static void copies_own_nothing(void **state)
{
    (void)state;
    const double lower[2] = {-1, -2}, other[2] = {-3, -4};
    nes_settings *s = bounded(2, lower), copy = *s;
    assert_int_equal(nes_set_array(&copy, "lower", 2, other), NES_OK);
    assert_ptr_equal(copy.lower, other);
    nes_settings_free(&copy);
    nes_opt *o = run_start(2, NULL, s);
    run_assert_real(nes_get_settings(o)->lower[1], -2);
    nes_settings_free(s);
    copy = *nes_get_settings(o);
    assert_int_equal(nes_set_array(&copy, "lower", 2, other), NES_OK);
    nes_settings_free(&copy);
    nes_destroy(o);
}

/* A borrowed array in a struct of the caller's. */
static void plain_struct_borrows(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    const double upper[2] = {3, 4};
    assert_int_equal(nes_set_array(&s, "upper", 2, upper), NES_OK);
    assert_ptr_equal(s.upper, upper);
}

/* A normal density by functions alone, beside the struct. */
static void sample(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    (void)user;
    for (size_t i = 0; i < dim; i++) x[i] = theta[i] + nes_random_normal(r);
}

static void score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    (void)user;
    for (size_t i = 0; i < dim; i++) s[i] = x[i] - theta[i];
}

static void density(void **state)
{
    (void)state;
    double start[2] = {3, -2};
    const nes_density own = {.nparam = 2, .theta0 = start, .sample = sample, .score = score};
    nes_settings *s = nes_settings_new(), plain = run_settings("auto");
    plain.family = "user";
    plain.density = &own;
    nes_opt *b = run_start(2, NULL, &plain);
    assert_int_equal(nes_set(s, "family", "user"), NES_OK);
    assert_int_equal(nes_set_density(s, 2, start, sample, NULL, score, NULL, NULL), NES_OK);
    assert_int_equal(nes_set_density(s, 2, start, sample, NULL, score, NULL, NULL), NES_OK);
    start[0] = 99; /* the settings have a copy */
    nes_opt *a = run_start(2, NULL, s);
    nes_settings_free(s);
    run_steps(a, 5, run_sphere, NULL);
    run_steps(b, 5, run_sphere, NULL);
    run_assert_same(a, b);
    nes_destroy(a);
    nes_destroy(b);
}

static int calls;

static int count_calls(nes_opt *o, void *user)
{
    (void)o;
    return ++*(int *)user == 3;
}

static void *grab(size_t size, void *user)
{
    ++*(int *)user;
    return malloc(size);
}

static void drop(void *p, void *user)
{
    --*(int *)user;
    free(p);
}

static void callbacks(void **state)
{
    (void)state;
    int live = 0;
    nes_settings *s = nes_settings_new();
    calls = 0;
    nes_set_progress(s, count_calls, &calls);
    nes_set_allocator(s, grab, drop, &live);
    nes_opt *o = run_start(2, NULL, s);
    assert_true(live > 0);
    assert_int_equal(nes_run(o, run_sphere, NULL), NES_OK);
    assert_int_equal(calls, 3);
    assert_int_equal(nes_stopped(o), NES_STOP_USER);
    nes_destroy(o);
    assert_int_equal(live, 0);
    nes_settings_free(s);
    nes_set_progress(NULL, count_calls, NULL);
    nes_set_allocator(NULL, grab, drop, NULL);
}

/* Every entry of the table, against the struct. */
static void results_by_name(void **state)
{
    (void)state;
    const nes_settings s = run_settings("xnes-as");
    const double x0[DIM] = {1, 2, 3, 4};
    nes_opt *o = run_start(DIM, x0, &s);
    run_steps(o, 25, run_ellipsoid, NULL);
    const nes_result r = run_result(o);
    double real, x[DIM];
    uint64_t count;
    nes_stop stop;
    char text[NES_MESSAGE_SIZE];
#define REAL(name)                                                                                 \
    assert_int_equal(nes_get_real(o, #name, &real), NES_OK);                                       \
    assert_true(real == r.name || (isnan(real) && isnan(r.name)))
#define COUNT(name)                                                                                \
    assert_int_equal(nes_get_count(o, #name, &count), NES_OK);                                     \
    assert_int_equal(count, r.name)
#define ARRAY(name)                                                                                \
    assert_int_equal(nes_get_array(o, #name, DIM, x), NES_OK);                                     \
    assert_memory_equal(x, r.name, sizeof x)
    REAL(best_f);
    REAL(sigma);
    REAL(generation_best);
    REAL(generation_median);
    REAL(stop_value);
    REAL(stop_threshold);
    COUNT(evaluations);
    COUNT(best_evaluation);
    COUNT(failed);
    COUNT(nonfinite);
    COUNT(generations);
    COUNT(restarts);
    COUNT(best_run);
    ARRAY(best_x);
    ARRAY(mean_x);
    ARRAY(std_x);
    assert_int_equal(nes_get_count(o, "popsize", &count), NES_OK);
    assert_int_equal(count, 8);
    assert_int_equal(nes_get_real(o, "eta_mu", &real), NES_OK);
    run_assert_real(real, nes_get_settings(o)->eta_mu);
    assert_int_equal(nes_get_real(o, "eta_sigma", &real), NES_OK);
    assert_true(real > 0 && real != nes_get_settings(o)->eta_sigma); /* it was adapted */
    assert_int_equal(nes_get_real(o, "eta_shape", &real), NES_OK);
    run_assert_real(real, nes_get_settings(o)->eta_shape);
    assert_true(run_condition(o) > 1);
    assert_int_equal(nes_get_stop(o, &stop, text, sizeof text), NES_OK);
    assert_int_equal(stop, NES_RUNNING);
    assert_string_equal(text, r.stop_text);
    assert_int_equal(nes_get_stop(o, &stop, NULL, 0), NES_OK);
    nes_destroy(o);
}

static void wrong_names(void **state)
{
    (void)state;
    nes_opt *o = run_start(2, NULL, NULL);
    double real, x[2];
    uint64_t count;
    nes_stop stop;
    assert_int_equal(nes_get_real(o, "best_h", &real), NES_ERR_OPTION);
    run_assert_has(nes_message(o), "did you mean best_f");
    assert_int_equal(nes_get_real(o, "evaluations", &real), NES_ERR_VALUE);
    run_assert_has(nes_message(o), "read by nes_get_count, not by nes_get_real");
    assert_int_equal(nes_get_count(o, "best_x", &count), NES_ERR_VALUE);
    assert_int_equal(nes_get_array(o, "best_x", 3, x), NES_ERR_COUNT);
    run_assert_has(nes_message(o), "has 2 numbers, not 3");
    assert_int_equal(nes_get_array(o, "best_x", 2, x), NES_ERR_ORDER); /* nothing was told */
    run_assert_has(nes_message(o), "there is no 'best_x' yet");
    assert_int_equal(nes_get_real(NULL, "best_f", &real), NES_ERR_ARGUMENT);
    assert_int_equal(nes_get_real(o, NULL, &real), NES_ERR_ARGUMENT);
    assert_int_equal(nes_get_real(o, "best_f", NULL), NES_ERR_ARGUMENT);
    assert_int_equal(nes_get_count(o, "evaluations", NULL), NES_ERR_ARGUMENT);
    assert_int_equal(nes_get_array(o, "best_x", 2, NULL), NES_ERR_ARGUMENT);
    assert_int_equal(nes_get_stop(o, NULL, NULL, 0), NES_ERR_ARGUMENT);
    assert_int_equal(nes_get_stop(o, &stop, NULL, 1), NES_ERR_ARGUMENT);
    nes_destroy(o);
}

static void points_as_arrays(void **state)
{
    (void)state;
    nes_opt *o = run_start(3, NULL, NULL);
    nes_points p;
    size_t n;
    const double *x;
    const uint64_t *id;
    assert_int_equal(nes_ask_arrays(o, &n, &x, &id), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(n, p.n);
    assert_ptr_equal(x, p.x);
    assert_ptr_equal(id, p.id);
    assert_int_equal(nes_ask_arrays(o, NULL, &x, &id), NES_ERR_ARGUMENT);
    assert_int_equal(nes_ask_arrays(NULL, &n, &x, &id), NES_ERR_ARGUMENT);
    nes_stop_now(o);
    assert_int_equal(nes_ask_arrays(o, &n, &x, &id), NES_ERR_ORDER);
    nes_destroy(o);
}

static void names_of_tables(void **state)
{
    (void)state;
    static const char *const types[] = {"real", "count", "flag", "choice", "array"};
    static const char *const lengths[] = {"variable", "pair", "point", "constraint"};
    for (size_t i = 0; i < nes_option_count(); i++) {
        const nes_option *o = nes_option_at(i);
        assert_string_equal(nes_option_text(i, "name"), o->name);
        assert_string_equal(nes_option_text(i, "type"), types[o->type]);
        assert_string_equal(nes_option_text(i, "section"), o->section);
        assert_string_equal(nes_option_text(i, "initial"), o->initial);
        assert_string_equal(nes_option_text(i, "doc"), o->doc);
        const char *length = nes_option_text(i, "length");
        assert_true((length != NULL) == (o->type == NES_TYPE_ARRAY));
        if (length != NULL) assert_string_equal(length, lengths[o->length]);
    }
    for (size_t i = 0; i < nes_method_count(); i++) {
        assert_string_equal(nes_method_text(i, "name"), nes_method_at(i)->name);
        assert_string_equal(nes_method_text(i, "presets"), nes_method_at(i)->presets);
        assert_string_equal(nes_method_text(i, "doc"), nes_method_at(i)->doc);
    }
    for (size_t i = 0; i < nes_entry_count(); i++) {
        assert_string_equal(nes_entry_text(i, "name"), nes_entry_at(i)->name);
        assert_string_equal(nes_entry_text(i, "doc"), nes_entry_at(i)->doc);
        assert_non_null(nes_entry_text(i, "type"));
    }
    assert_string_equal(nes_entry_text(0, "type"), "real");
    assert_null(nes_option_text(nes_option_count(), "name"));
    assert_null(nes_method_text(nes_method_count(), "name"));
    assert_null(nes_entry_text(nes_entry_count(), "name"));
    assert_null(nes_option_text(0, "colour"));
    assert_null(nes_method_text(0, NULL));
    assert_null(nes_entry_text(0, "colour"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_are_copied),  cmocka_unit_test(lengths_are_checked),
        cmocka_unit_test(told_once),          cmocka_unit_test(shortest_texts),
        cmocka_unit_test(refusals),           cmocka_unit_test(plain_struct_borrows),
        cmocka_unit_test(copies_own_nothing), cmocka_unit_test(density),
        cmocka_unit_test(callbacks),          cmocka_unit_test(results_by_name),
        cmocka_unit_test(wrong_names),        cmocka_unit_test(points_as_arrays),
        cmocka_unit_test(names_of_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
