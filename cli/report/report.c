/* SPDX-License-Identifier: MIT
 *
 * The table of a result. Points are wrapped, and cut after REPORT_COORDINATES numbers; --json
 * prints them all. */
#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"

enum { REPORT_COORDINATES = 20 };

static void print_number(const char *name, double v)
{
    char text[TEXT_NUMBER_SIZE];
    text_label(name);
    puts(isnan(v) ? "none" : text_number(v, text));
}

static void print_count(const char *name, uint64_t n)
{
    text_label(name);
    printf("%" PRIu64 "\n", n);
}

static void print_vector(const char *name, const double *v, size_t n)
{
    enum { WIDTH = 14 };
    const size_t shown = n <= REPORT_COORDINATES ? n : REPORT_COORDINATES - 2;
    const size_t per_line = (TEXT_WIDTH - TEXT_COLUMN) / WIDTH;
    if (v == NULL) {
        text_row(name, "none");
        return;
    }
    bool signs = false; /* some number is negative, so that positive ones leave room for a sign */
    for (size_t i = 0; i < shown; i++) signs = signs || v[i] < 0;
    for (size_t i = 0; i < shown; i++) {
        if (i == 0)
            text_label(name);
        else if (i % per_line == 0)
            printf("\n%*s", TEXT_COLUMN, "");
        printf(signs ? "% -*.7g" : "%-*.7g", i + 1 == shown || (i + 1) % per_line == 0 ? 0 : WIDTH,
               v[i]);
    }
    putchar('\n');
    if (shown < n)
        printf("%*s... and %zu more; --json prints them all\n", TEXT_COLUMN, "", n - shown);
}

/* Prints a string of bits, in groups of ten. */
static void print_bits(const char *name, const double *v, size_t n)
{
    enum { GROUP = 10, LINE = 50, MOST = 500 };
    const size_t shown = v == NULL ? 0 : n < MOST ? n : MOST;
    if (v == NULL) text_row(name, "none");
    for (size_t i = 0; i < shown; i++) {
        if (i == 0)
            text_label(name);
        else if (i % LINE == 0)
            printf("\n%*s", TEXT_COLUMN, "");
        else if (i % GROUP == 0)
            putchar(' ');
        putchar(v[i] > 0 ? '1' : '0');
    }
    if (v != NULL) putchar('\n');
    if (v != NULL && shown < n)
        printf("%*s... and %zu more; --json prints them all\n", TEXT_COLUMN, "", n - shown);
}

/* Prints the mean and its value: with noise the mean is the answer, and the best value a lucky one.
 * */
static void print_mean(const report *r)
{
    char text[160];
    const repeated *v = &r->at_mean;
    if (r->likely != NULL)
        print_bits("most probable", r->likely, r->result.dim);
    else if (!variables_have_names(r->variables))
        print_vector("mean", r->result.mean_x, r->result.dim);
    snprintf(text, sizeof text, "%.6g +- %.2g (%zu evaluations; standard deviation of one %.2g)",
             v->mean, v->sd / sqrt((double)v->n), v->n, v->sd);
    text_row(variables_have_names(r->variables) && r->likely == NULL ? "value at mean"
                                                                     : "value there",
             text);
}

double report_precision(const report *r)
{
    return r->settings->maximize ? NAN : (r->noisy ? r->exact : r->result.best_f) - r->optimum;
}

const char *report_method(const report *r, char *text, size_t size)
{
    if (r->result.method != NULL)
        snprintf(text, size, "%s", r->result.method);
    else
        snprintf(text, size, "%s, %s, %s", r->settings->family, r->settings->gradient,
                 r->settings->scheme);
    return text;
}

static void print_points(const report *r)
{
    const nes_result *s = &r->result;
    if (variables_have_names(r->variables)) {
        report_variables(r);
        return;
    }
    if (r->settings->bits) {
        print_bits("best point", s->best_x, s->dim);
        print_vector("probabilities", s->mean_x, s->dim);
        return;
    }
    print_vector("best point", s->best_x, s->dim);
    if (r->at_mean.n == 0) print_vector("mean", s->mean_x, s->dim);
    print_vector("std deviations", s->std_x, s->dim);
}

/* Prints the pairs of variables that change the value together. */
static void print_correlations(const report *r)
{
    char a[VARIABLES_NAME_SIZE], b[VARIABLES_NAME_SIZE], text[CORRELATIONS * 2 * 80];
    size_t used = 0;
    for (size_t k = 0; k < r->n_correlations && used < sizeof text; k++) {
        const correlation *c = &r->correlations[k];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s and %s %.2f",
                                 k > 0 ? ", " : "", variables_name(r->variables, c->i, a),
                                 variables_name(r->variables, c->j, b), c->r);
    }
    if (used > 0) text_row("correlated", text);
}

static void print_failures(const report *r)
{
    for (size_t k = 0; k < r->n_failures; k++) {
        buffer text = {.text = NULL};
        failure_kind_print(&r->failures[k], &text);
        text_row("", text.text);
        buffer_free(&text);
    }
}

static void print_evaluations(const report *r)
{
    const nes_result *s = &r->result;
    char text[80];
    print_count("evaluations", s->evaluations);
    if (s->failed > 0) print_count("failed", s->failed);
    print_failures(r);
    if (r->lost > 0) print_count("started again", r->lost);
    if (r->late > 0) print_count("late", r->late);
    if (s->nonfinite > 0) print_count("not finite", s->nonfinite);
    if (s->nonfinite > 0 && r->odd.nans + r->odd.infinities > 0) {
        snprintf(text, sizeof text, "first at point %" PRIu64 ": %g", r->odd.id, r->odd.f);
        text_row("", text);
    }
}

const char *report_stop_name(const report *r)
{
    return r->stop_name != NULL ? r->stop_name : nes_stop_name(r->result.stop);
}

void report_table(const report *r)
{
    const nes_result *s = &r->result;
    char text[NES_MESSAGE_SIZE + 32];
    text_print(stdout, "%s %s, dimension %zu\n", r->settings->maximize ? "maximise" : "minimise",
               r->name, s->dim);
    if (r->choice[0] == '\0')
        report_method(r, text, sizeof text);
    else
        snprintf(text, sizeof text, "auto chose %s", r->choice);
    text_row("method", text);
    print_count("seed", s->seed);
    text_row("stopped by", report_stop_name(r));
    text_row("", s->stop_text);
    snprintf(text, sizeof text, "%s: %s", nes_trust_name(s->trust), s->trust_text);
    text_row("trust", text);
    if (r->at_mean.n > 0) print_mean(r);
    print_number("best value", s->best_f);
    if (r->noisy) print_number("without noise", r->exact);
    if (isfinite(report_precision(r))) print_number("above optimum", report_precision(r));
    print_points(r);
    print_correlations(r);
    print_evaluations(r);
    print_count("generations", s->generations);
    if (s->restarts > 0) print_count("restarts", s->restarts);
    if (s->challenges > 0) print_count("challenges", s->challenges);
    if (s->restarts + s->challenges > 0 && s->best_run > 0) print_count("best run", s->best_run);
    text_label("seconds");
    printf("%.3g\n", r->seconds);
    if (r->ranks > 0) {
        snprintf(text, sizeof text, "%d, idle %.0f %%", r->ranks, 100 * r->idle);
        text_row("ranks", text);
    }
    if (r->scratch != NULL) text_row("kept folders", r->scratch);
    if (r->folder != NULL) text_row("folder", r->folder);
    report_go_on(r);
}

/* ---- from a handle ------------------------------------------------------------------------- */

static double *read_covariance(nes_opt *o)
{
    size_t n = 0;
    if (nes_get_length(o, "covariance", &n) != NES_OK) return NULL;
    double *c = memory_zeros(n, sizeof *c);
    if (nes_get_array(o, "covariance", n, c) != NES_OK) memory_ran_out();
    return c;
}

/* The result is read last, because what it borrows lives until the next call. */
void report_read(report *r, nes_opt *o, bool covariance)
{
    if (covariance) r->covariance = read_covariance(o);
    r->settings = nes_get_settings(o);
    r->choice = nes_choice_text(o);
    nes_get_count(o, "popsize", &r->popsize);
    nes_get_real(o, "condition", &r->condition);
    rates_read(o, r->rates);
    r->n_correlations = correlations_read(o, r->correlations);
    nes_get_result(o, &r->result);
}

void report_free(report *r)
{
    free(r->covariance);
    free(r->likely);
}
