/* SPDX-License-Identifier: MIT
 *
 * Scales of variables: searched numbers become the user's and come back, exactly; what is no value
 * is told. */
#include "options/scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "options/variables.h"
#include "support/check.h"

static scale values_of(const char *words)
{
    scale s = {.n = 0};
    char text[400], *copy = memory_text(words);
    assert_null(scale_use_values(&s, copy, text, sizeof text));
    free(copy);
    return s;
}

/* Steps that are decimal numbers give the decimal numbers that a user would write. */
static void steps(void **state)
{
    (void)state;
    static const struct {
        const char *step;
        double from, k, want;
    } cases[] = {{"0.1", 0, 3, 0.3},
                 {"0.1", -1, 9, -0.1},
                 {"0.1", -1, 10, 0},
                 {"0.25", 1, -3, 0.25},
                 {"1e-3", -100, 100001, 0.001},
                 {"0.7", 0.05, 3, 2.15},
                 {"1e-9", 0, 7, 7e-9},
                 {"2", 1, 4, 9},
                 {"1e10", 0, 3, 3e10}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scale s = {.n = 0};
        char text[400];
        double exact;
        assert_null(scale_use_step(&s, cases[i].step, text, sizeof text));
        scale_begin(&s, cases[i].from);
        const double got = scale_show(&s, cases[i].k);
        if (got != cases[i].want) fail_msg("%s: %.17g", cases[i].step, got);
        if (scale_find(&s, got) != cases[i].k) fail_msg("%s comes not back", cases[i].step);
        assert_true(scale_has(&s, got * (1 + 1e-14), &exact) && exact == got);
        assert_false(scale_has(&s, got + 0.5 * s.step, &exact));
    }
}

/* A step that is no short decimal number is added as it is. */
static void odd_steps(void **state)
{
    (void)state;
    scale s = {.n = 0};
    char text[400];
    assert_null(scale_use_step(&s, "0.33333333333333331", text, sizeof text));
    scale_begin(&s, 0.1);
    assert_true(scale_show(&s, 2) == 0.1 + 2 * 0.33333333333333331);
    assert_true(scale_find(&s, scale_show(&s, 12345)) == 12345);
    assert_true(scale_show(&s, 0.5) == 0.1 + 0.5 * 0.33333333333333331);
}

static void lists(void **state)
{
    (void)state;
    scale s = values_of("1, 1.6,2,1e1"), falling = values_of("10,2,1.6,1");
    for (size_t k = 0; k < s.n; k++) {
        assert_true(scale_show(&s, (double)k) == s.value[k]);
        assert_true(scale_find(&s, s.value[k]) == (double)k);
        assert_true(falling.value[k] == s.value[k]);
    }
    assert_true(scale_show(&s, 2.5) == 6 && scale_find(&s, 6) == 2.5);
    assert_true(scale_show(&s, -1) < 1 && scale_find(&s, 0.4) < 0 && scale_find(&s, 20) > 3);
    assert_true(scale_slope(&s) == 3);
    double exact;
    assert_true(scale_has(&s, 1.6, &exact));
    assert_false(scale_has(&s, 1.7, &exact) || scale_has(&s, 18, &exact));
    assert_false(scale_has(&s, (double)NAN, &exact) || scale_has(&s, INFINITY, &exact));
    scale_close(&s);
    scale_close(&falling);
}

static variables open(const scale_texts *t)
{
    variables v;
    assert_int_equal(variables_open(&v, 3, "gap,radius,material"), 0);
    assert_int_equal(variables_open_scales(&v, t), 0);
    return v;
}

/* Options, printed again, give the same scales. */
static void texts(void **state)
{
    (void)state;
    static const char *const want[] = {"gap=mm", "gap=0.25", "radius=1,2,5",
                                       "material=steel,alu,ti"};
    const scale_texts t = {
        .values = " radius = 5, 2 ,1 ; ", .step = "x1=0.25", .choices = want[3], .unit = want[0]};
    variables v = open(&t);
    for (scale_kind kind = SCALE_PLAIN; kind <= SCALE_CHOICES; kind++) {
        buffer b = {.text = NULL};
        variables_print_scales(&v, kind, &b);
        assert_string_equal(b.text, want[kind]);
        buffer_free(&b);
    }
    char label[VARIABLES_LABEL_SIZE];
    assert_string_equal(variables_label(&v, 0, label), "gap [mm]");
    assert_string_equal(variables_label(&v, 1, label), "radius");
    variables_close(&v);
}

static void points(void **state)
{
    (void)state;
    variables v = open(&(scale_texts){
        .values = "radius=1,2,5", .step = "gap=0.25", .choices = "material=steel,alu,ti"});
    variables_begin(&v, 0, 1, INFINITY);
    const double searched[] = {3, 2, 1}, std[] = {1, 0.5, 0.1};
    double x[3], back[3];
    variables_show(&v, searched, x);
    assert_true(x[0] == 1.75 && x[1] == 5 && x[2] == 1);
    variables_find_point(&v, x, back);
    assert_memory_equal(back, searched, sizeof back);
    variables_show_std(&v, std, x);
    assert_true(x[0] == 0.25 && x[1] == 1 && x[2] == 0.1);
    buffer b = {.text = NULL};
    for (size_t i = 0; i < 3; i++) scale_put(variables_scale(&v, i), i == 2 ? 2 : 1.5, &b);
    assert_string_equal(b.text, "1.51.5ti");
    buffer_free(&b);
    variables_close(&v);
}

/* Words that users write for a value. */
static void words(void **state)
{
    (void)state;
    variables v = open(&(scale_texts){
        .values = "radius=1,2,5", .step = "gap=0.25", .choices = "material=steel,1,ti"});
    char text[400];
    double x;
    assert_null(variables_read(&v, 0, "0.75 ", 4, &x, text, sizeof text));
    assert_true(x == 0.75);
    assert_null(variables_read(&v, 2, "ti,", 2, &x, text, sizeof text));
    assert_true(x == 2);
    assert_null(variables_read(&v, 2, "1", 1, &x, text, sizeof text)); /* a name, not an index */
    assert_true(x == 1);
    assert_string_equal(variables_read(&v, 2, "0", 1, &x, text, sizeof text),
                        "'0' is no value of material, which can be steel, 1 or ti");
    assert_string_equal(variables_read(&v, 1, "3", 1, &x, text, sizeof text),
                        "'3' is no value of radius, which can be 1, 2 or 5");
    assert_string_equal(variables_read(&v, 0, "0.3", 3, &x, text, sizeof text),
                        "'0.3' is no value of gap, which can be 0 plus a multiple of 0.25");
    assert_string_equal(variables_read(&v, 0, "abc", 3, &x, text, sizeof text),
                        "'abc' is not a number");
    variables_close(&v);
}

/* Choices as numbers of values, one for all variables or one each. */
static void counted(void **state)
{
    (void)state;
    variables v = open(&(scale_texts){.choices = "0,3,2"});
    assert_int_equal(variables_kind(&v, 0), SCALE_PLAIN);
    assert_int_equal(v.scale[1].n, 3);
    assert_string_equal(v.scale[2].name[1], "1");
    variables_close(&v);
    v = open(&(scale_texts){.choices = "4"});
    assert_int_equal(v.scale[0].n, 4);
    variables_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps),  cmocka_unit_test(odd_steps),
                                       cmocka_unit_test(lists),  cmocka_unit_test(texts),
                                       cmocka_unit_test(points), cmocka_unit_test(words),
                                       cmocka_unit_test(counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
