/* SPDX-License-Identifier: MIT
 *
 * The table of a result. Long points are wrapped and cut; --json prints all their numbers. */
#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"

void report_print_row(const char *name, const char *format, ...)
{
    va_list arguments;
    buffer text = {.text = NULL};
    va_start(arguments, format);
    buffer_print_list(&text, format, arguments);
    va_end(arguments);
    report_put_row(name, &text);
}

void report_put_row(const char *name, buffer *text)
{
    if (text->n > 0) text_row(name, text->text);
    buffer_free(text);
}

void report_failures(const char *name, const failure_kind *kinds, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        buffer text = {.text = NULL};
        failure_kind_print(&kinds[k], &text);
        report_put_row(k == 0 ? name : "", &text);
    }
}

static void print_number(const char *name, double v)
{
    char text[TEXT_NUMBER_SIZE];
    text_row(name, isnan(v) ? "none" : text_number(v, text));
}

static void print_count(const char *name, uint64_t n)
{
    report_print_row(name, "%" PRIu64, n);
}

/* Prints a list of numbers, or a string of bits in groups of ten. */
static void print_list(const char *name, const double *v, size_t n, bool bits)
{
    enum { WIDTH = 14, PER_LINE = (TEXT_WIDTH - TEXT_COLUMN) / WIDTH, COORDINATES = 20 };
    enum { GROUP = 10, BITS_PER_LINE = 50, BITS = 500 };
    const size_t per_line = bits ? BITS_PER_LINE : PER_LINE, most = bits ? BITS : COORDINATES;
    const size_t shown = n <= most ? n : bits ? most : most - 2;
    const bool signs = report_has_signs(v, shown);
    if (v == NULL) text_row(name, "none");
    for (size_t i = 0; v != NULL && i < shown; i++) {
        const bool last = i + 1 == shown || (i + 1) % per_line == 0;
        if (i == 0)
            text_label(name);
        else if (i % per_line == 0)
            printf("\n%*s", TEXT_COLUMN, "");
        else if (bits && i % GROUP == 0)
            putchar(' ');
        if (bits)
            putchar(v[i] > 0 ? '1' : '0');
        else
            printf(signs ? "% -*.7g" : "%-*.7g", last ? 0 : WIDTH, v[i]);
    }
    if (v != NULL) putchar('\n');
    if (v != NULL && shown < n)
        printf("%*s... and %zu more; --json prints them all\n", TEXT_COLUMN, "", n - shown);
}

bool report_has_table(const report *r)
{
    return variables_have_names(r->variables) || variables_have_scales(r->variables);
}

/* Prints the mean and its value: with noise the mean is the answer, and the best value is a lucky
 * draw. */
static void print_mean(const report *r)
{
    const repeated *v = &r->at_mean;
    const bool named = report_has_table(r);
    if (r->likely != NULL)
        print_list("most probable", r->likely, r->result.dim, true);
    else if (!named)
        print_list("mean", r->result.mean_x, r->result.dim, false);
    report_print_row(named && r->likely == NULL ? "value at mean" : "value there",
                     "%.6g +- %.2g (%zu evaluations; standard deviation of one %.2g)", v->mean,
                     v->sd / sqrt((double)v->n), v->n, v->sd);
    if (v->violations > 0)
        report_print_row("", "no answer: %zu of these evaluations violate%s constraints",
                         v->violations, v->violations == 1 ? "s" : "");
}

double report_precision(const report *r)
{
    if (r->settings->maximize || constrained_fails(&r->constrained)) return NAN;
    return (r->noisy ? r->exact : r->result.best_f) - r->optimum;
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
    if (report_has_table(r)) {
        report_variables(r);
        return;
    }
    const char *best = constrained_point_name(&r->constrained);
    if (r->settings->bits) {
        print_list(best, s->best_x, s->dim, true);
        print_list("probabilities", s->mean_x, s->dim, false);
        return;
    }
    print_list(best, s->best_x, s->dim, false);
    if (r->settings->density != NULL) return; /* it need not have a centre: theta says all */
    if (r->at_mean.n == 0) print_list("mean", s->mean_x, s->dim, false);
    print_list("std deviations", s->std_x, s->dim, false);
}

/* Prints the pairs of variables that change the value together. */
static void print_correlations(const report *r)
{
    char a[VARIABLES_NAME_SIZE], b[VARIABLES_NAME_SIZE];
    buffer text = {.text = NULL};
    for (size_t k = 0; k < r->n_correlations; k++) {
        const correlation *c = &r->correlations[k];
        buffer_print(&text, "%s%s and %s %.2f", k > 0 ? ", " : "",
                     variables_name(r->variables, c->i, a), variables_name(r->variables, c->j, b),
                     c->r);
    }
    report_put_row("correlated", &text);
}

void report_known(uint64_t known, uint64_t given)
{
    buffer text = {.text = NULL};
    if (known > 0) buffer_print(&text, "%" PRIu64 " further point%s", known, text_s(known));
    if (known > 0) buffer_print(&text, known == 1 ? ", which was not" : ", which were not");
    if (known > 0) buffer_print(&text, " evaluated again");
    if (given > 0)
        buffer_print(&text, "%s%" PRIu64 " result%s of --known", known > 0 ? "; " : "", given,
                     text_s(given));
    report_put_row("known", &text);
}

static void print_evaluations(const report *r)
{
    const nes_result *s = &r->result;
    print_count("evaluations", s->evaluations);
    if (r->known + r->given > 0) report_known(r->known, r->given);
    if (s->failed > 0) print_count("failed", s->failed);
    report_failures("", r->failures, r->n_failures);
    if (r->modelled > 0)
        report_print_row("modelled", "%" PRIu64 " further points, by values of a model",
                         r->modelled);
    if (r->lost > 0) print_count("started again", r->lost);
    if (r->late > 0) print_count("late", r->late);
    if (r->spared > 0)
        report_print_row("spared",
                         "%" PRIu64 ", because they violate constraints of variables alone",
                         r->spared);
    if (s->nonfinite > 0) print_count("not finite", s->nonfinite);
    char name[NES_POINT_NAME_SIZE];
    if (s->nonfinite > 0 && r->odd.nans + r->odd.infinities > 0)
        report_print_row("", "first at %s: %g", nes_point_name(r->odd.id, name, sizeof name),
                         isnan(r->odd.f) ? NAN : r->odd.f); /* without a sign */
}

/* Points with a constraint that is NaN rank behind all others, which may not be what is wanted. */
static void print_undefined(const report *r)
{
    char point[NES_POINT_NAME_SIZE], number[32];
    const constrained *c = &r->constrained;
    const size_t i = r->undefined_limit;
    if (r->undefined == 0) return;
    snprintf(number, sizeof number, "g%zu", i + 1);
    const char *text = c->words != NULL ? c->words[i].text : NULL;
    report_print_row("undefined",
                     "a constraint was NaN at %" PRIu64
                     " point%s, first %s at %s; such a point ranks "
                     "last: let the formula be a number there, as if(c, a, b), max and min can",
                     r->undefined, text_s(r->undefined), text != NULL ? text : number,
                     nes_point_name(r->undefined_id, point, sizeof point));
}

static void print_places(const report *r)
{
    buffer text = {.text = NULL};
    if (r->places.places > 0) places_share_print(&r->places, &text);
    report_put_row("places", &text);
}

const char *report_stop_name(const report *r)
{
    return r->stop_name != NULL ? r->stop_name : nes_stop_name(r->result.stop);
}

void report_table(const report *r)
{
    const nes_result *s = &r->result;
    char method[128];
    text_print(stdout, "%s %s, dimension %zu\n", r->settings->maximize ? "maximise" : "minimise",
               r->name, s->dim);
    if (r->choice[0] == '\0')
        text_row("method", report_method(r, method, sizeof method));
    else
        report_print_row("method", "auto chose %s", r->choice);
    print_count("seed", s->seed);
    text_row("stopped by", report_stop_name(r));
    text_row("", s->stop_text);
    report_print_row("trust", "%s: %s", nes_trust_name(s->trust), s->trust_text);
    if (r->at_mean.n > 0) print_mean(r);
    constrained_print(&r->constrained, r->settings->maximize, s->evaluations);
    print_number(constrained_value_name(&r->constrained), s->best_f);
    if (r->best_given) text_row("", "a result of --known: no point that was evaluated is better");
    if (r->noisy) print_number("without noise", r->exact);
    if (isfinite(report_precision(r))) print_number("above optimum", report_precision(r));
    print_points(r);
    constrained_print_outputs(&r->constrained);
    if (r->theta != NULL) print_list("theta", r->theta, r->n_theta, false);
    print_correlations(r);
    effects_print(&r->effects, r->variables);
    print_evaluations(r);
    print_undefined(r);
    print_count("generations", s->generations);
    if (s->restarts > 0) print_count("restarts", s->restarts);
    if (s->challenges > 0) print_count("challenges", s->challenges);
    if (s->restarts + s->challenges > 0 && s->best_run > 0) print_count("best run", s->best_run);
    report_print_row("seconds", "%.3g", r->seconds);
    print_places(r);
    if (r->scratch != NULL) text_row("kept folders", r->scratch);
    if (r->folder != NULL) text_row("folder", r->folder);
    report_advice(r);
    report_go_on(r);
}

/* ---- from a handle ------------------------------------------------------------------------- */

static void show_covariance(const variables *v, double *c)
{
    for (size_t i = 0; v->scale != NULL && i < v->n; i++)
        for (size_t j = 0; j < v->n; j++)
            c[i * v->n + j] *= scale_slope(&v->scale[i]) * scale_slope(&v->scale[j]);
}

double *report_covariance(nes_opt *o, const variables *v)
{
    size_t n = 0;
    if (nes_get_length(o, "covariance", &n) != NES_OK) return NULL;
    double *c = memory_zeros(n, sizeof *c);
    if (nes_get_array(o, "covariance", n, c) != NES_OK) memory_ran_out();
    show_covariance(v, c);
    return c;
}

/* Bits have parameters, too: their probabilities, which the report has as the mean. */
static double *read_theta(nes_opt *o, size_t *n)
{
    const nes_settings *s = nes_get_settings(o);
    if (s->density == NULL && s->radial == NULL) return NULL;
    if (nes_get_length(o, "theta", n) != NES_OK) return NULL;
    double *theta = memory_zeros(*n, sizeof *theta);
    nes_get_array(o, "theta", *n, theta);
    return theta;
}

/* The result is read last, because what it borrows lives until the next call. */
void report_read(report *r, nes_opt *o, bool covariance)
{
    if (covariance) r->covariance = report_covariance(o, r->variables);
    r->theta = read_theta(o, &r->n_theta);
    r->settings = nes_get_settings(o);
    r->choice = nes_choice_text(o);
    nes_get_count(o, "modelled", &r->modelled);
    nes_get_count(o, "popsize", &r->popsize);
    nes_get_real(o, "condition", &r->condition);
    rates_read(o, r->rates);
    r->probabilities = probabilities_read(o, r->variables);
    r->n_correlations = correlations_read(o, r->correlations);
    constrained_read(&r->constrained, o);
    nes_get_result(o, &r->result);
    shown_result(&r->shown, r->variables, &r->result);
}

void report_free(report *r)
{
    free(r->covariance);
    free(r->theta);
    free(r->likely);
    free(r->probabilities);
    shown_close(&r->shown);
    constrained_free(&r->constrained);
    effects_free(&r->effects);
}
