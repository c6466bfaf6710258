/* SPDX-License-Identifier: MIT
 *
 * The recorded course of a run and its picture: rows have the rates that were in force, and the
 * picture has a panel for those that are adapted, and for no others. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/history.h"
#include "report/plot_script.h"
#include "report/rates.h"
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

/* The script of the picture, to be freed, and the height of the picture. */
static char *script_of(const history *h, nes_opt *o, int *height)
{
    char *text = NULL;
    size_t size = 0;
    report r = {.name = "test", .optimum = 0};
    assert_int_equal(report_read(&r, o, false), 0);
    const plot_script script = {.history = h, .report = &r};
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    plot_script_write(out, &script);
    *height = plot_script_height(&script);
    assert_int_equal(fclose(out), 0);
    report_free(&r);
    return text;
}

/* Whether there is a line of each name. */
static void check_panel(nes_settings s, const char *label, const char *const shown[3])
{
    history *h = history_create();
    assert_non_null(h);
    nes_opt *o = record(h, s);
    int height;
    char *text = script_of(h, o, &height), title[32];
    for (size_t i = 0; i < RATES; i++) {
        bool wanted = false;
        for (size_t k = 0; k < 3; k++)
            wanted = wanted || (shown[k] != NULL && strcmp(shown[k], rate_names[i]) == 0);
        snprintf(title, sizeof title, "title '%s'", rate_names[i]);
        assert_int_equal(strstr(text, title) != NULL, wanted);
    }
    if (label != NULL) run_assert_has(text, label);
    assert_true(label != NULL ? height > 1200 : height == 900);
    free(text);
    nes_destroy(o);
    free(h);
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
    history *h = history_create();
    nes_settings s = run_settings("xnes-as");
    s.eta_sigma = 0.1;
    nes_opt *o = record(h, s);
    assert_true(h->rows[0].rates[1] == 0.1);
    double most = 0;
    for (size_t t = 0; t < h->n; t++) most = fmax(most, h->rows[t].rates[1]);
    assert_true(most > 0.3);
    nes_destroy(o);
    free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panels),
        cmocka_unit_test(adapted_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
