/* SPDX-License-Identifier: MIT
 *
 * E13, the tables: defaults and techniques with their restrictions, as the library itself has them.
 * [math: A22] */
#include <math.h>
#include <string.h>

#include "experiment/e13_illustrations.h"

/* ---- defaults ------------------------------------------------------------------------------- */

typedef double (*formula)(double d);

static double rate_full(double d)
{
    return fmin(1, (9 + 3 * log(d)) / (5 * d * sqrt(d)));
}

static double rate_diag(double d)
{
    return (3 + log(d)) / (5 * sqrt(d));
}

static const struct {
    const char *method;
    formula rate;
} methods[] = {{"xnes", rate_full},       {"xnes-im-as", rate_full}, {"1+1-xnes", rate_full},
               {"1+1-cauchy", rate_full}, {"snes", rate_diag},       {"1+1-snes", rate_diag}};

static const size_t dims[] = {1, 2, 5, 10, 20, 40, 100};

enum {
    METHODS = sizeof methods / sizeof *methods,
    SNES = METHODS - 2,
    DIMS = sizeof dims / sizeof *dims
};

/* Comparisons of numbers of the library with those of the paper. */
typedef struct comparison {
    size_t n;
    double largest; /* relative difference */
} comparison;

static void compare(comparison *c, double value, double want)
{
    const double off = fabs(value / want - 1);
    c->n++;
    if (!(off <= c->largest)) c->largest = off;
}

/* What the settings of a method become in so many variables. If it does not run they stay "auto",
 * which no comparison takes for a number of the paper. */
static nes_settings resolve(const char *method, size_t d)
{
    nes_opt *o = NULL;
    nes_settings s;
    nes_settings_default(&s);
    s.method = method;
    s.restarts = "interleaved";
    if (nes_create(&o, d, NULL, &s) == NES_OK) s = *nes_get_settings(o);
    nes_destroy(o);
    return s;
}

/* A row of the table of populations and learning rates. */
static void defaults_row(experiment_report *r, size_t d, comparison *c)
{
    const double real = (double)d, size = 4 + floor(3 * log(real));
    nes_settings s[METHODS];
    for (size_t m = 0; m < METHODS; m++) {
        s[m] = resolve(methods[m].method, d);
        compare(c, s[m].eta_sigma, methods[m].rate(real));
        compare(c, (double)s[m].popsize, size);
        if (strncmp(methods[m].method, "1+1", 3) != 0) compare(c, s[m].eta_mu, 1);
    }
    report_row(r, "%zu | %.0f | %.0f | %.5f | %.5f | %.5f | %.5f", d, (double)s[0].popsize, size,
               s[0].eta_sigma, rate_full(real), s[SNES].eta_sigma, rate_diag(real));
}

static void constants_table(experiment_report *r, comparison *c)
{
    const nes_settings s = resolve("xnes-im-as", 10);
    const struct {
        const char *name, *option;
        double value, paper;
    } rows[] = {
        {"learning rate of the mean", "eta_mu", s.eta_mu, 1},
        {"importance mixing: minimal refresh rate", "mixing_alpha", s.mixing_alpha, 0.1},
        {"adaptation sampling: c in the significance 1/2 - 1/(c (d + 1))", "c_rho", s.c_rho, 3},
        {"adaptation sampling: rate that is tested", "as_ratio", s.as_ratio, 1.5},
        {"adaptation sampling: growth", "as_grow", s.as_grow, 1.1},
        {"adaptation sampling: way back", "as_decay", s.as_decay, 0.1},
        {"restarts: share of the first run", "restart_p", s.restart_p, 0.2},
    };
    report_note(r, "Other defaults, of xNES-im-as with interleaved restarts:");
    report_row(r, "default | option | library | paper");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        compare(c, rows[i].value, rows[i].paper);
        report_row(r, "%s | `%s` | %g | %g", rows[i].name, rows[i].option, rows[i].value,
                   rows[i].paper);
    }
}

static void report_defaults(experiment_report *r)
{
    comparison c = {0};
    report_note(r, "Default parameters by the number of variables: what the library resolves its "
                   "settings to, and the formulas of the paper.");
    report_row(
        r,
        "d | population | 4 + floor(3 ln d) | rate of xNES | min(1, (9 + 3 ln d)/(5 d sqrt d)) | "
        "rate of SNES | (3 + ln d)/(5 sqrt d)");
    for (size_t i = 0; i < DIMS; i++) defaults_row(r, dims[i], &c);
    constants_table(r, &c);
    report_note(
        r, "In one dimension the paper's formula gives xNES a rate of 1.8, which is cut to 1.");
    report_claim(r, verdict_of(c.largest < 1e-12),
                 "the library's defaults are those of the paper's table",
                 "%zu numbers, for xNES, xNES-im-as, (1+1)-xNES, (1+1)-NES-Cauchy, SNES, "
                 "(1+1)-SNES and d from 1 to 100; largest relative difference %.1g",
                 c.n, c.largest);
}

/* ---- techniques ----------------------------------------------------------------------------- */

static double log_normal(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)user;
    return -0.5 * r2;
}

static double slope_normal(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)r2, (void)user;
    return -0.5;
}

static double radius_normal(const double *tau, size_t dim, double n, nes_random *r, void *user)
{
    (void)tau, (void)dim, (void)r, (void)user;
    return n;
}

static const nes_radial normal_law = {
    .logq = log_normal, .slope = slope_normal, .radius = radius_normal};

static const struct {
    const char *name, *option, *value;
    bool any; /* distribution; otherwise radial ones */
} techniques[] = {
    {"natural gradient", "gradient", "fisher", true},
    {"fitness shaping", "shaping", "paper", true},
    {"importance mixing", "mixing", "importance", true},
    {"adaptation sampling", "adaptation", "virtual", true},
    {"restart strategy", "restarts", "interleaved", true},
    {"exponential parameterisation", "gradient", "local", false},
    {"natural coordinates", "gradient", "local", false},
};

enum { TECHNIQUES = sizeof techniques / sizeof *techniques };

/* Whether the library takes technique i with a distribution of that family. */
static bool takes(size_t i, const char *family)
{
    nes_settings s;
    nes_settings_default(&s);
    s.family = family;
    if (strcmp(family, "user") == 0) s.density = &old_normal_density;
    if (strcmp(family, "user-radial") == 0) s.radial = &normal_law;
    if (nes_set(&s, techniques[i].option, techniques[i].value) != NES_OK) return false;
    return nes_settings_check(&s, 1, NULL, NULL, 0) == NES_OK;
}

static void report_techniques(experiment_report *r)
{
    size_t right = 0;
    report_note(r, "Techniques and the distributions that they need, and whether the library takes "
                   "them with a density of the caller's own and with a radial law of the "
                   "caller's own.");
    report_row(r, "technique | option | restriction | any density | radial law");
    for (size_t i = 0; i < TECHNIQUES; i++) {
        const bool any = takes(i, "user"), radial = takes(i, "user-radial");
        right += any == techniques[i].any && radial ? 1 : 0;
        report_row(r, "%s | `%s=%s` | %s | %s | %s", techniques[i].name, techniques[i].option,
                   techniques[i].value, techniques[i].any ? "none" : "radial distributions",
                   any ? "yes" : "no", radial ? "yes" : "no");
    }
    report_claim(r, verdict_of(right == TECHNIQUES),
                 "exponential parameterisation and natural coordinates need radial distributions, "
                 "all other techniques have no restriction",
                 "the library accepts and refuses %zu of %d techniques so", right, (int)TECHNIQUES);
}

void report_tables(experiment_report *r)
{
    report_defaults(r);
    report_techniques(r);
}
