/* SPDX-License-Identifier: MIT
 *
 * nes plot: the picture and the table of a run that is kept in a folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "command.h"
#include "figure/script.h"
#include "report/course_row.h"
#include "report/plot.h"
#include "store/store.h"
#include "support/runs.h"

enum { D = 2, GENERATIONS = 40 };

static char folder[] = "nes_plot_XXXXXX";

/* A folder with a run of some generations. */
static void make_run(const char *path, size_t generations)
{
    const double x0[D] = {3, -2};
    nes_settings settings = run_settings("xnes-as");
    store *s = NULL;
    variables v;
    course_row row = {.dim = 0};
    nes_opt *o = run_start(D, x0, &settings);
    assert_int_equal(variables_open(&v, D, "speed,wing_span"), 0);
    assert_int_equal(store_create(&s, path), 0);
    assert_int_equal(store_set_variables(s, &v, nes_get_settings(o)), 0);
    assert_int_equal(store_set_fact(s, "objective", "./simulate {x}"), 0);
    for (size_t t = 0; t < generations; t++) {
        run_step(o, run_ellipsoid, NULL);
        course_read(&row, o, NULL);
        row.seconds = NAN;
        assert_int_equal(store_add_generation(s, &row), 0);
    }
    assert_int_equal(store_set_state(s, generations, o), 0);
    store_close(s);
    course_free(&row);
    variables_close(&v);
    nes_destroy(o);
}

static int plot(const char *path, const char *option, const char *value)
{
    char *argv[] = {(char *)"plot", (char *)path, (char *)option, (char *)value, NULL};
    return command_plot(option == NULL ? 2 : 4, argv);
}

static void read_text(const char *path, buffer *text)
{
    assert_int_equal(file_read(path, text), 0);
    assert_true(text->n > 0);
}

static void drawn(void **state)
{
    (void)state;
    char path[64], table[64], svg[128];
    buffer text;
    snprintf(path, sizeof path, "%s/run", folder);
    snprintf(svg, sizeof svg, "%s/plot.svg", path);
    snprintf(table, sizeof table, "%s/course.csv", folder);
    make_run(path, GENERATIONS);
    assert_int_equal(plot(path, "--history", table), EXIT_OK);
    read_text(svg, &text);
    run_assert_has(text.text, "wing_span");
    run_assert_has(text.text, "./simulate {x}, dimension 2: xnes-as, seed 1");
    run_assert_has(text.text, "eta_sigma"); /* it is adapted, which the saved state tells */
    buffer_free(&text);
    read_text(table, &text);
    run_assert_has(text.text, ",mean_speed,mean_wing_span,std_speed,std_wing_span\n");
    size_t lines = 0;
    for (size_t i = 0; i < text.n; i++) lines += text.text[i] == '\n';
    assert_int_equal(lines, GENERATIONS + 1);
    buffer_free(&text);
}

/* Elsewhere, and from a run that is still young. */
static void refused(void **state)
{
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "%s/young", folder);
    make_run(path, 0);
    assert_int_equal(plot(path, NULL, NULL), EXIT_USAGE);
    snprintf(path, sizeof path, "%s/run", folder);
    assert_int_equal(plot(path, "--out", "no/such/folder/picture"), EXIT_FILES);
    assert_int_equal(plot(path, "--history", "no/such/folder/table.csv"), EXIT_FILES);
    assert_int_equal(plot(folder, NULL, NULL), EXIT_USAGE); /* not the folder of a run */
}

/* The third row of run 1 was made when run 2 had ended and run 3 had not begun. It is in the course
 * of the best value, and not on the curves of run 1. Where runs take turns, all rows are. */
static void between_runs(void **state)
{
    (void)state;
    static const uint64_t runs[] = {1, 1, 2, 2, 1, 3, 2, 3, 1};
    const plot_subject subject = {.dim = D};
    history *h = history_create(NULL);
    char *text = NULL;
    size_t size = 0;
    assert_non_null(h);
    for (uint64_t k = 0; k < sizeof runs / sizeof *runs; k++)
        history_add(h, &(course_row){.evaluations = 100 + k, .run = runs[k], .sigma = 1});
    figure *f = plot_figure(h, &subject);
    FILE *out = open_memstream(&text, &size);
    figure_script(out, f);
    fclose(out);
    figure_free(f);
    char *best = strstr(text, "$data0_1 <<"), *steps = strstr(text, "$data1_0 <<");
    assert_true(best != NULL && steps != NULL);
    *steps = '\0';
    run_assert_has(best, "\n104 ");
    *best = '\0'; /* what is left is the curve of the median */
    assert_null(strstr(text, "\n104 "));
    assert_null(strstr(text, "\n108 ")); /* the end */
    for (const char *const *at =
             (const char *const[]){"\n101 ", "\n103 ", "\n105 ", "\n106 ", NULL};
         *at != NULL; at++)
        run_assert_has(text, *at);
    free(text);
    history_free(h);
}

static int remove_name(const char *in, const char *name, void *data)
{
    (void)data;
    char *path = file_path(in, name);
    if (path != NULL && unlink(path) != 0) {
        file_each(path, remove_name, NULL);
        rmdir(path);
    }
    free(path);
    return 0;
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    file_each(folder, remove_name, NULL);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(drawn), cmocka_unit_test(refused),
                                       cmocka_unit_test(between_runs)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
