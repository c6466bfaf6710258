/* SPDX-License-Identifier: MIT
 *
 * The recorded course of a run, its table and its picture: rows have the rates that were in force,
 * a long course is thinned out, the table has exact numbers, and the picture has a panel for rates
 * that are adapted, and for no others, the names of variables, and a mark where a run begins. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "figure/script.h"
#include "report/history.h"
#include "report/plot.h"
#include "support/runs.h"

enum { D = 10, GENERATIONS = 60 };

static const double X0[D] = {3, -2, 4};

/* Runs and records; the handle is the caller's to destroy. */
static nes_opt *record(history *h, nes_settings s)
{
    const observer watcher = history_observer(h);
    s.tolx = s.tolfun = NES_OFF;
    nes_opt *o = run_start(D, X0, &s);
    for (size_t t = 0; t < GENERATIONS; t++) {
        double want[RATES];
        run_step(o, run_sphere, NULL);
        assert_false(watcher.generation(watcher.data, o));
        assert_int_equal(h->n, t + 1);
        for (size_t i = 0; i < RATES; i++) {
            assert_int_equal(nes_get_real(o, rate_names[i], &want[i]), NES_OK);
            assert_true(h->rows[t].rates[i] == want[i] ||
                        (isnan(want[i]) && isnan(h->rows[t].rates[i])));
        }
    }
    watcher.end(watcher.data, o);
    assert_int_equal(h->n, GENERATIONS); /* the end has a row already */
    return o;
}

/* The script of a picture, to be freed. */
static char *write_script(const history *h, const plot_subject *subject)
{
    char *text = NULL;
    size_t size = 0;
    figure *f = plot_figure(h, subject);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(f);
    assert_non_null(out);
    figure_script(out, f);
    assert_int_equal(fclose(out), 0);
    figure_free(f);
    return text;
}

static char *script_of(const history *h, nes_opt *o, const variables *v)
{
    static const variables unnamed = {.n = 0};
    report r = {.name = "test", .optimum = 0, .variables = v != NULL ? v : &unnamed};
    report_read(&r, o, false);
    const plot_subject subject = plot_subject_of(&r);
    char *text = write_script(h, &subject);
    report_free(&r);
    return text;
}

/* Whether there is a line of each name. */
static void check_panel(nes_settings s, const char *label, const char *const shown[3])
{
    history *h = history_create(NULL);
    assert_non_null(h);
    nes_opt *o = record(h, s);
    char *text = script_of(h, o, NULL), title[32];
    for (size_t i = 0; i < RATES; i++) {
        bool wanted = false;
        for (size_t k = 0; k < 3; k++)
            wanted = wanted || (shown[k] != NULL && strcmp(shown[k], rate_names[i]) == 0);
        snprintf(title, sizeof title, "title '%s'", rate_names[i]);
        assert_int_equal(strstr(text, title) != NULL, wanted);
    }
    if (label != NULL) run_assert_has(text, label);
    assert_int_equal(strstr(text, "rate'") != NULL || strstr(text, "freedom'") != NULL,
                     label != NULL);
    free(text);
    nes_destroy(o);
    history_free(h);
}

static void panels(void **state)
{
    (void)state;
    const char *const none[3] = {NULL}, *const sigma[3] = {"eta_sigma"};
    const char *const both[3] = {"eta_mu", "eta_sigma"}, *const tails[3] = {"nu"};
    const char *const all[3] = {"eta_mu", "eta_sigma", "nu"};
    nes_settings s = run_settings("xnes");
    check_panel(s, NULL, none);
    check_panel(run_settings("dd-xnes"), NULL, none);
    check_panel(run_settings("xnes-as"), "'learning rate'", sigma);
    s.rates = "snr";
    check_panel(s, "'learning rate'", both);
    s = run_settings("t-xnes");
    check_panel(s, NULL, none);
    s.adapt_nu = true;
    check_panel(s, "'degrees of freedom'", tails);
    s.rates = "snr";
    check_panel(s, "'rates, degrees of freedom'", all);
}

/* On a sphere a larger rate is better, and it is found. */
static void adapted_rate(void **state)
{
    (void)state;
    history *h = history_create(NULL);
    nes_settings s = run_settings("xnes-as");
    s.eta_sigma = 0.1;
    nes_opt *o = record(h, s);
    assert_true(h->rows[0].rates[1] == 0.1);
    double most = 0;
    for (size_t t = 0; t < h->n; t++) most = fmax(most, h->rows[t].rates[1]);
    assert_true(most > 0.3);
    nes_destroy(o);
    history_free(h);
}

/* Rows of a course that nobody ran: run number k/split + 1, one variable. */
static history *invent(size_t n, size_t split)
{
    history *h = history_create(NULL);
    assert_non_null(h);
    for (size_t k = 0; k < n; k++) {
        double mean[2] = {(double)k / 3, 1}, std[2] = {0.1, 1e-9}, axes[2] = {1e-9, 0.1};
        const course_row row = {.generation = k + 1,
                                .evaluations = 10 * (k + 1),
                                .run = k / split + 1,
                                .popsize = 10,
                                .best = 5 - (double)k,
                                .generation_best = NAN,
                                .generation_median = INFINITY,
                                .sigma = 0.1,
                                .condition = 4,
                                .dim = 2,
                                .mean = mean,
                                .std = std,
                                .n_axes = 2,
                                .axes = axes};
        history_add(h, &row);
    }
    history_end(h);
    return h;
}

/* A long course keeps evenly spaced rows with the numbers that belong to them, and its end. */
static void thinned(void **state)
{
    (void)state;
    const size_t n = 11111;
    history *h = invent(n, n);
    assert_true(h->n > HISTORY_ROWS / 2 && h->n <= HISTORY_ROWS + 1);
    assert_int_equal(h->stride, 8);
    for (size_t i = 0; i + 1 < h->n; i++) {
        assert_int_equal(h->rows[i].generation, 1 + 8 * i);
        assert_true(h->rows[i].mean[0] == (double)(8 * i) / 3);
        assert_true(h->rows[i].axes[1] == 0.1);
    }
    assert_int_equal(h->rows[h->n - 1].generation, n);
    history_free(h);
}

static void table(void **state)
{
    (void)state;
    char path[] = "nes_history_XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    buffer text;
    variables v;
    assert_int_equal(variables_open(&v, 2, "speed,mass"), 0);
    history *h = invent(3, 2);
    assert_int_equal(history_check(path), 0);
    assert_int_equal(history_write(h, &v, path), 0);
    assert_int_equal(file_read(path, &text), 0);
    assert_string_equal(text.text,
                        "generation,evaluations,run,popsize,best,generation_best,generation_median,"
                        "sigma,condition,eta_mu,eta_sigma,eta_shape,eta_diag,eta_nu,nu,"
                        "mean_speed,mean_mass,std_speed,std_mass\n"
                        "1,10,1,10,5,,inf,0.1,4,0,0,0,0,0,0,0,1,0.1,1e-09\n"
                        "2,20,1,10,4,,inf,0.1,4,0,0,0,0,0,0,0.3333333333333333,1,0.1,1e-09\n"
                        "3,30,2,10,3,,inf,0.1,4,0,0,0,0,0,0,0.6666666666666666,1,0.1,1e-09\n");
    buffer_free(&text);
    history_free(h);
    variables_close(&v);
    assert_int_equal(unlink(path), 0);
}

/* Names of variables, a gap between runs, and a mark with a number where a run begins. */
static void runs_and_names(void **state)
{
    (void)state;
    variables v;
    history *h = invent(30, 10);
    assert_int_equal(variables_open(&v, 2, "speed,mass"), 0);
    const plot_subject subject = {
        .headline = "it's a test", .below = "", .reference = -24, .dim = 2, .variables = &v};
    char *text = write_script(h, &subject);
    run_assert_has(text, "'it''s a test'");
    run_assert_has(text, "set label 'speed 9.67'");
    run_assert_has(text, "set label 'mass 1e-09'");
    run_assert_has(text, "set label '2' at first 100,");
    run_assert_has(text, "set label '3' at first 200,");
    assert_null(strstr(text, "set label '1' at"));
    run_assert_has(text, "lengths of the principal axes");
    char *data = strstr(text, "$data1_1 <<"), *end = strstr(data, "EOD\n$"); /* the step size */
    assert_non_null(end);
    *end = '\0';
    size_t gaps = 0;
    for (const char *at = data; (at = strstr(at, "\nNaN NaN ")) != NULL; at++) gaps++;
    assert_int_equal(gaps, 3); /* before each run */
    free(text);
    history_free(h);
    variables_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panels), cmocka_unit_test(adapted_rate),   cmocka_unit_test(thinned),
        cmocka_unit_test(table),  cmocka_unit_test(runs_and_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
