/* SPDX-License-Identifier: MIT
 *
 * Figures: their scripts for gnuplot. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "figure/figure.h"
#include "figure/script.h"
#include "support/check.h"

/* The script of a figure, to be freed. Inlined, gcc 12 takes the result for the address of text. */
static __attribute__((noinline)) char *script_of(const figure *f)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    figure_script(out, f);
    assert_int_equal(fclose(out), 0);
    return text;
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) n++;
    return n;
}

static void has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) fail_msg("the script lacks %s:\n%s", part, text);
}

static void lacks(const char *text, const char *part)
{
    if (strstr(text, part) != NULL) fail_msg("the script has %s:\n%s", part, text);
}

/* Frees the figure and returns the script. */
static char *finish(figure *f)
{
    char *text = script_of(f);
    figure_free(f);
    return text;
}

static void test_script(void **state)
{
    (void)state;
    figure *f = figure_new("It's a_b", 1, 1);
    panel *p = figure_panel(f, "panel_1");
    panel_axis(p, 'x', "dimension", AXIS_LOG);
    panel_axis(p, 'y', "evaluations", AXIS_LOG);
    panel_ticks(p, 'x', 3, (const double[]){2, 10, 20000});
    series *s = panel_series(p, "xnes", SERIES_BOTH, 0);
    series_add(s, 2, 150);
    series_add(s, 20, 0);
    series_add(s, 40, 90000);
    char *text = finish(f);
    has(text, "set label 'It''s a_b' noenhanced");
    has(text, "set title 'panel_1' noenhanced");
    has(text, "2 150 \nNaN NaN \n40 90000 \n");
    has(text, "set xtics ('2' 2, '10' 10, '2·10^{4}' 20000)");
    has(text, "set logscale x\n");
    has(text, "set yrange [99.9993092:100000.691]"); /* whole decades, a millionth wider */
    has(text, "set ytics ('10^{2}' 1e2, '' 200 1, ");
    has(text, "title 'xnes' noenhanced");
    free(text);
}

static void test_kinds(void **state)
{
    static const char *const parts[] = {
        [SERIES_LINE] = "with lines dashtype solid",
        [SERIES_POINTS] = "with points pointtype 7",
        [SERIES_BOTH] = "with linespoints",
        [SERIES_STEPS] = "with steps",
        [SERIES_SMALL] = "with points pointtype 7 pointsize mark*0.35",
        [SERIES_BAND] = "1:2:3 with filledcurves",
        [SERIES_ERROR] = "1:2:3:4 with yerrorbars",
        [SERIES_BOX] = "9:2:7:8:3:4 with boxxyerror",
        [SERIES_DASH] = "with lines dashtype (",
        [SERIES_THIN] = "with lines dashtype solid linewidth 1.2",
    };
    (void)state;
    for (series_kind kind = SERIES_LINE; kind <= SERIES_THIN; kind++) {
        figure *f = figure_new(NULL, 1, 1);
        series *s = panel_series(figure_panel(f, NULL), NULL, kind, 0);
        series_add_row(s, (const double[]){1, 2, 3, 4, 5, 6}, 6);
        char *text = finish(f);
        has(text, parts[kind]);
        lacks(text, ", NaN "); /* without a name there is no legend */
        free(text);
    }
}

/* The ticks of y for data between two numbers. */
static char *ticks_of(axis_kind kind, double low, double high)
{
    figure *f = figure_new(NULL, 1, 1);
    panel *p = figure_panel(f, NULL);
    panel_axis(p, 'y', NULL, kind);
    panel_range(p, 'y', low, high);
    char *text = finish(f);
    char *from = strstr(text, "set ytics ("), *to = strchr(from, '\n');
    *to = '\0';
    memmove(text, from, (size_t)(to - from) + 1);
    return text;
}

static void test_ticks(void **state)
{
    static const struct {
        axis_kind kind;
        double low, high;
        const char *ticks;
    } cases[] = {
        {AXIS_LINEAR, 0, 1, "('0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8, '1.0' 1)"},
        {AXIS_LINEAR, 0, 20000, "('0' 0, '5k' 5000, '10k' 10000, '15k' 15000, '20k' 20000)"},
        {AXIS_LINEAR, -1e6, 1e6, "('-1.0M' -1000000, '-0.5M' -500000, '0' 0, '0.5M' 500000, "},
        {AXIS_LINEAR, 0, 4e-5, "'1.0·10^{-5}' 1e-05"},
        {AXIS_LINEAR, 1e16, 1e16 + 2, "'1.00·10^{16}' 1e+16"},
        {AXIS_LOG, 1, 10, "('1' 1, '2' 2, '5' 5, '10' 10)"},
        {AXIS_LOG, 21, 39, "('25' 25, '30' 30, '35' 35)"},
        {AXIS_LOG, 1e-30, 1e15, "('10^{-30}' 1e-30, '' 1e-29 1, "},
        {AXIS_LOG, 1e-300, 1e300, "('10^{-300}' 1e-300, "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = ticks_of(cases[i].kind, cases[i].low, cases[i].high);
        has(text, cases[i].ticks);
        free(text);
    }
}

/* Two panels with these series; null is a series without a name, "" none at all. */
static char *legend_script(const char *const names[2][2])
{
    figure *f = figure_new(NULL, 1, 2);
    for (size_t i = 0; i < 2; i++) {
        panel *p = figure_panel(f, NULL);
        for (size_t j = 0; j < 2; j++)
            if (names[i][j] == NULL || names[i][j][0] != '\0')
                series_add(panel_series(p, names[i][j], SERIES_LINE, j), 1, 2);
    }
    return finish(f);
}

static void test_legend(void **state)
{
    (void)state;
    char *text = legend_script((const char *const[2][2]){{"a", "b"}, {"a", NULL}});
    assert_int_equal(count(text, "set key at screen"), 1); /* one for both, below */
    assert_int_equal(count(text, "set key at graph"), 0);
    assert_int_equal(count(text, "title 'a'"), 1);
    assert_int_equal(count(text, "title 'b'"), 1);
    free(text);
    text = legend_script((const char *const[2][2]){{"a", "b"}, {"a", "c"}});
    assert_int_equal(count(text, "set key at screen"), 0);
    assert_int_equal(count(text, "set key at graph"), 2);
    assert_int_equal(count(text, "title 'a'"), 2);
    free(text);
}

/* The legend is where the curve is not. */
static void test_corner(void **state)
{
    static const char *const places[] = {"0.015,0.98 left top", "0.015,0.02 left bottom"};
    (void)state;
    for (int falling = 0; falling < 2; falling++) {
        figure *f = figure_new(NULL, 1, 2);
        for (int i = 0; i < 2; i++) {
            panel *p = figure_panel(f, NULL);
            series *s = panel_series(p, i == 0 ? "first" : "second", SERIES_LINE, 0);
            for (int k = 0; k <= 2; k++) series_add(s, k, falling ? 4 - k * k : k * k);
        }
        char *text = finish(f);
        assert_int_equal(count(text, places[falling]), 2);
        free(text);
    }
}

/* Boxes at the same places stand side by side, others fill the space between them. */
static void test_boxes(void **state)
{
    (void)state;
    figure *f = figure_new(NULL, 1, 1);
    panel *p = figure_panel(f, NULL);
    for (size_t i = 0; i < 2; i++) {
        series *s = panel_series(p, NULL, SERIES_BOX, i);
        for (int x = 1; x <= 2; x++) series_add_row(s, (const double[]){x, 5, 4, 6, 3, 7}, 6);
    }
    char *text = finish(f);
    has(text, "$data0_0 << EOD\n1 5 4 6 3 7 0.64 1 0.82\n");
    has(text, "$data0_1 << EOD\n1 5 4 6 3 7 1 1.36 1.18\n");
    free(text);
}

static void test_string(void **state)
{
    static const struct {
        const char *text;
        size_t limit;
        const char *quoted;
    } cases[] = {
        {"it's", 99, "'it''s'"},
        {"a\nb\tc\x7f", 99, "'a b c '"},
        {"caf\xc3\xa9", 99, "'caf\xc3\xa9'"},
        {"caf\xc3\xa9", 4, "'caf'"},
        {"\xff \xc3", 99, "'? ?'"},
        {"\xe2", 99, "'?'"},
        {"\xe0\x80\xaf ", 99, "'??? '"}, /* longer than it needs to be */
        {"\xed\xa0\x80 ", 99, "'??? '"}, /* half of a pair */
        {"\xef\xbf\xbf ", 99, "'??? '"}, /* no character, and refused by readers of SVG */
        {"\xf0\x8f\x80\x80 ", 99, "'???? '"},
        {"\xf4\x90\x80\x80 ", 99, "'???? '"}, /* beyond the last character */
        {"\xed\x9f\xbf\xf0\x90\x80\x80", 99, "'\xed\x9f\xbf\xf0\x90\x80\x80'"},
        {"", 99, "''"},
        {"abcdef", 3, "'abc'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = NULL;
        size_t n = 0;
        FILE *out = open_memstream(&text, &n);
        gnuplot_string(out, cases[i].text, cases[i].limit);
        fclose(out);
        assert_string_equal(text, cases[i].quoted);
        free(text);
    }
}

/* Texts at the ends of curves stand apart, in the colours of their curves; marks and their numbers
 * are thinned; a wide panel fills its row. */
static void test_course(void **state)
{
    (void)state;
    figure *f = figure_new("title", 2, 2);
    figure_subtitle(f, "below it");
    figure_legends_above(f);
    for (size_t i = 0; i < 3; i++) {
        panel *p = figure_panel(f, NULL);
        panel_range(p, 'x', 0, 100);
        if (i == 2) panel_wide(p);
        for (size_t k = 0; k < 2 && i < 2; k++) {
            series *s = panel_series(p, i == 0 ? "named" : NULL, SERIES_THIN, k);
            series_add(s, 0, 1);
            series_add(s, 100, 1 + 1e-3 * (double)k);
            if (i == 0) continue;
            if (k == 1) series_shade(s, 0.5, 1, 0.25);
            series_end(s, k == 0 ? "first" : "second");
        }
        if (i == 2) panel_series(p, NULL, SERIES_LINE, 0);
        for (size_t k = 0; k < 100 && i == 2; k++) panel_mark(p, 0.1 * (double)k, "n");
    }
    panel_series(figure_panel(f, NULL), NULL, SERIES_LINE, 0); /* in a third row */
    char *text = finish(f);
    has(text, "set label 'below it' noenhanced at screen 0.5,");
    assert_int_equal(count(text, "set key at graph 0,1.02"), 1);
    assert_int_equal(count(text, "set label 'nothing to show'"), 2);
    has(text, "left font small textcolor rgb '#0b5394'");
    has(text, "left font small textcolor rgb hsv2rgb(0.500,1.00,0.25)");
    double first = 0, second = 0;
    sscanf(strstr(text, "'first'"), "'first' noenhanced at graph %*[^,],%lf", &first);
    sscanf(strstr(text, "'second'"), "'second' noenhanced at graph %*[^,],%lf", &second);
    assert_true(second - first > 0.03);
    const size_t marks = count(text, "linecolor rgb '#bbbbbb'"), numbers = count(text, "label 'n'");
    assert_true(marks > 10 && marks < 40 && numbers > 2 && numbers < marks / 2);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_course), cmocka_unit_test(test_script), cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_ticks),  cmocka_unit_test(test_legend), cmocka_unit_test(test_corner),
        cmocka_unit_test(test_boxes),  cmocka_unit_test(test_string),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
