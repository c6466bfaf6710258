/* SPDX-License-Identifier: MIT
 *
 * Figures: the pictures that gnuplot makes of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "figure/figure.h"
#include "support/check.h"
#include "support/folder.h"
#include "support/heap.h"

/* Everything that a figure can have, with numbers that are hard to draw. */
static figure *awkward(void)
{
    figure *f = figure_new("a_b 'c' `touch hit` \"d\" <&> \xff\nend", 3, 3);
    panel_series(figure_panel(f, "empty"), "e", SERIES_LINE, 0);
    panel *p = figure_panel(f, "equal");
    for (int i = 0; i < 3; i++) series_add(panel_series(p, "e", SERIES_STEPS, 1), 3, 1e16);
    p = figure_panel(f, "gaps");
    panel_axis(p, 'y', "y_1", AXIS_LOG);
    series *s = panel_series(p, "g", SERIES_BOTH, 14);
    const double gaps[] = {1, NAN, 2, -1, INFINITY, 0, 1e-310, 1e308, 5};
    for (int i = 0; i < 9; i++) series_add(s, i, gaps[i]);
    p = figure_panel(f, NULL);
    panel_axis(p, 'x', "x", AXIS_LOG);
    series_add_row(panel_series(p, "b", SERIES_BOX, 2), (const double[]){1, 1, 1, 1, 1, 1}, 6);
    series_add_row(panel_series(p, "b", SERIES_BOX, 2), (const double[]){-1, 1, 1, 1, 1, 1}, 6);
    panel_line(p, 1, true, "a 'line'");
    panel_line(p, NAN, false, NULL);
    panel_note(p, 1, 1, "a note_1");
    panel_note(p, -1, NAN, "nowhere");
    p = panel_inset(p, 0.5, 0.5, 1, 1);
    series_add_row(panel_series(p, "i", SERIES_ERROR, 3), (const double[]){1, 2, 1, 3}, 4);
    series_add_row(panel_series(p, "i", SERIES_BAND, 3), (const double[]){1, 2}, 2);
    p = figure_panel(f, "map");
    panel_map(p, 3, 3, -1, 1, -1, 1, (const double[]){1, 2, 3, NAN, 0, 9, 1, -4, 100}, true);
    panel_map(figure_panel(f, "flat"), 2, 2, 0, 1, 0, 1, (const double[]){1, 1, 1, 1}, false);
    panel_atoms(figure_panel(f, "atoms"), 2, (const double[]){0, 0, 0, 1.1, 0, 0});
    panel_atoms(figure_panel(f, "one"), 1, (const double[]){0, 0, 0});
    p = figure_panel(f, "ranges");
    panel_range(p, 'x', 2, 1);
    panel_range(p, 'y', 5, 5);
    panel_ticks(p, 'x', 1, (const double[]){NAN});
    series_add(panel_series(p, "r", SERIES_SMALL, FIGURE_REFERENCE), 1.5, 5);
    return f;
}

/* Both pictures are there and whole; the PNG is as wide as that. */
static void whole(const char *basename, unsigned width)
{
    char path[256];
    buffer b;
    snprintf(path, sizeof path, "%s.png", basename);
    assert_int_equal(file_read(path, &b), 0);
    assert_true(b.n > 100);
    assert_memory_equal(b.text, "\x89PNG", 4);
    assert_memory_equal(b.text + b.n - 8, "IEND\xae\x42\x60\x82", 8);
    const uint8_t *w = (const uint8_t *)b.text + 16;
    assert_int_equal((unsigned)w[2] * 256 + w[3], width);
    buffer_free(&b);
    snprintf(path, sizeof path, "%s.svg", basename);
    char *svg = folder_read(path);
    assert_non_null(strstr(svg, "</svg>"));
    free(svg);
}

static int count_name(const char *folder, const char *name, void *data)
{
    (void)folder;
    (void)name;
    ++*(size_t *)data;
    return 0;
}

static size_t files_here(void)
{
    size_t n = 0;
    assert_int_equal(file_each(".", count_name, &n), 0);
    return n;
}

/* gnuplot says nothing about it, whatever the numbers are, and nothing in a text is a command. */
static void test_awkward(void **state)
{
    (void)state;
    figure *f = awkward();
    fflush(stderr);
    const int old = dup(STDERR_FILENO);
    assert_non_null(freopen("said", "w", stderr));
    const int status = figure_draw(f, "out");
    fflush(stderr);
    dup2(old, STDERR_FILENO);
    close(old);
    char *said = folder_read("said");
    assert_string_equal(said, "");
    free(said);
    assert_int_equal(status, 0);
    whole("out", 1500);
    assert_int_equal(files_here(), 3);
    figure_free(f);
}

static figure *simple(void)
{
    figure *f = figure_new(NULL, 1, 1);
    series *s = panel_series(figure_panel(f, NULL), "s", SERIES_LINE, 0);
    for (int i = 0; i < 4; i++) series_add(s, i, i);
    return f;
}

/* Names that gnuplot would take for a command or for two lines, and folders of such names. */
static void test_names(void **state)
{
    static const char *const names[] = {"|touch hit", "a\nb", "it's", "|d/x", "`touch hit`"};
    (void)state;
    figure *f = simple();
    assert_int_equal(mkdir("|d", 0777), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(figure_check(NULL, names[i]), 0);
        assert_int_equal(figure_draw(f, names[i]), 0);
        whole(names[i], 900);
    }
    assert_int_equal(access("hit", F_OK), -1);
    assert_int_equal(files_here(), 1 + 2 * 4);
    figure_free(f);
}

/* The same figure is the same bytes, whatever the user has told gnuplot for himself. */
static void test_repeatable(void **state)
{
    (void)state;
    figure *f = awkward();
    char *home = strdup(getenv("HOME") == NULL ? "/" : getenv("HOME"));
    assert_int_equal(figure_draw(f, "a"), 0);
    folder_write(".gnuplot", "set xlabel 'mine'\nset title 'mine'\nexit status 3\n");
    setenv("HOME", ".", 1);
    assert_int_equal(figure_draw(f, "b"), 0);
    setenv("HOME", home, 1);
    char *a = folder_read("a.svg"), *b = folder_read("b.svg");
    assert_string_equal(a, b);
    free(a);
    free(b);
    free(home);
    figure_free(f);
}

/* A stand-in for gnuplot, first in PATH while it is drawn with. */
static int draw_with(const char *program, const figure *f, const char *basename)
{
    char path[1024], here[256];
    char *old = strdup(getenv("PATH"));
    folder_write("bin/gnuplot", program);
    assert_int_equal(chmod("bin/gnuplot", 0777), 0);
    assert_non_null(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s/bin:%s", here, old);
    setenv("PATH", path, 1);
    const int status = figure_draw(f, basename);
    setenv("PATH", old, 1);
    free(old);
    return status;
}

/* What is not a whole picture does not get the name, and the one from before stays. */
static void test_failures(void **state)
{
    static const char *const programs[] = {
        "#!/bin/sh\nprintf 'half a picture'\n",
        "#!/bin/sh\nexit 0\n",
        "#!/bin/sh\nprintf 'IEND\\256B`\\202'; exit 1\n",
        "#!/bin/sh\ngrep -q 'terminal svg' && exit 0; printf 'IEND\\256B`\\202'\n",
        "#!/bin/sh\nkill -9 $$\n",
    };
    (void)state;
    figure *f = simple();
    folder_write("out.png", "before");
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        assert_int_equal(draw_with(programs[i], f, "out"), EXIT_FILES);
        assert_int_equal(files_here(), 2); /* bin and out.png */
        char *png = folder_read("out.png");
        assert_string_equal(png, "before");
        free(png);
    }
    /* The stand-in is used at all: this one is content with both. */
    assert_int_equal(draw_with("#!/bin/sh\n[ \"$*\" = '-d -' ] && printf 'IEND\\256B`\\202' && "
                               "grep -q 'terminal svg' && printf '</svg>\\n' || true\n",
                               f, "out"),
                     0);
    assert_int_equal(files_here(), 3);
    figure_free(f);
}

static void test_no_gnuplot(void **state)
{
    (void)state;
    figure *f = simple();
    char *old = strdup(getenv("PATH"));
    setenv("PATH", "/nonexistent", 1);
    assert_int_equal(figure_check(NULL, "out"), EXIT_FILES);
    assert_int_equal(figure_draw(f, "out"), EXIT_FILES);
    setenv("PATH", old, 1);
    assert_int_equal(files_here(), 0);
    free(old);
    figure_free(f);
}

static void test_places(void **state)
{
    (void)state;
    figure *f = simple();
    assert_int_equal(figure_draw(f, "no/folder"), EXIT_FILES);
    assert_int_equal(figure_draw(f, "x/"), EXIT_FILES);
    assert_int_equal(mkdir("taken.svg", 0777), 0);
    assert_int_equal(figure_check(NULL, "taken"), EXIT_FILES);
    assert_int_equal(figure_draw(f, "taken"), EXIT_FILES);
    assert_int_equal(figure_check(NULL, "free"), 0);
    figure_free(f);
}

/* A figure that is freed leaves no memory behind. */
static void test_memory(void **state)
{
    (void)state;
    if (!heap_is_known()) skip();
    const size_t before = heap_live(), calls = heap_calls();
    figure_free(awkward());
    assert_true(heap_calls() - calls > 50);
    assert_int_equal(heap_live(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_awkward, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_names, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_repeatable, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_failures, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_no_gnuplot, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_places, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_memory, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
