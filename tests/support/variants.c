/* SPDX-License-Identifier: MIT
 *
 * Variants of settings. */
#include "support/variants.h"

#include <string.h>

#include "family/family.h"
#include "support/runs.h"

enum { D = VARIANT_DIM };

static const double START[D] = {0.5, -0.25, 1, 0.75, -0.5, 0.1, -0.2, 0.3, -0.4};
static const double STRING[D] = {1, 0, 0, 1, 1, 0, 1, 0, 0};
static const double LOWER[D] = {-1, -1, -INFINITY, -2, -0.6, -1, -1, -1, -1};
static const double UPPER[D] = {1, INFINITY, 2, 1, 0.7, 1, 1, 1, 1};
static const double CHOICES[D] = {0, 3, 0, 0, 2, 0, 1, 4, 0},
                    ALONE[D] = {3, 2, 5, 3, 2, 1, 2, 4, 3};
static const double INTEGER[D] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
static const double BELOW[D] = {-1, -INFINITY, -2, -3, -INFINITY, -1, -INFINITY, -INFINITY, -2};
static const double ABOVE[D] = {1, INFINITY, 2, 3, INFINITY, 1, INFINITY, INFINITY, 2};
static const double MIXED[D] = {0.5, 2, 1, 0.75, -1, 0.1, 0, 3, -0.4};
static const double VALUES[D] = {2, 1, 4, 0, 1, 0, 0, 3, 2};
static const double SCALE[D] = {1, 0.5, 2, 0.1, 3, 1, 1, 0.3, 0.7};
static const double UTILITIES[6] = {0.7, 0.3, 0.1, -0.1, -0.5, -0.5};
static const double FACTOR[D * D] = {2, 1, 0, 0, 0, 0, 0, 0, 0, /* */
                                     0, 1, 1, 0, 0, 0, 0, 0, 0, /* */
                                     0, 0, 3, 1, 0, 0, 0, 0, 0, /* */
                                     0, 0, 0, 1, 1, 0, 0, 0, 0, /* */
                                     0, 0, 0, 0, 1, 1, 0, 0, 0, /* */
                                     0, 0, 0, 0, 0, 1, 1, 0, 0, /* */
                                     0, 0, 0, 0, 0, 0, 2, 1, 0, /* */
                                     0, 0, 0, 0, 0, 0, 0, 1, 1, /* */
                                     1, 0, 0, 0, 0, 0, 0, 0, 1};

/* Methods with paths neither mix nor adapt. */
static bool adapts(const nes_method *m)
{
    return run_family_of(m)->densities != NULL;
}

/* The reference families for small dimensions have no steps in natural coordinates. */
static bool is_rated(const nes_method *m)
{
    return run_is_closed_form(m) && adapts(m) && run_family_of(m)->natural != NULL;
}

static bool mixes(const nes_method *m)
{
    return run_family_of(m)->densities != NULL;
}

static void techniques(size_t v, const nes_method *m, nes_settings *s)
{
    if (v == 10) s->mixing = "importance", s->adapt_nu = true, s->popsize = 12;
    if (v == 11) s->adaptation = "sampled", s->nu = 1;
    if (v == 12) s->adaptation = "mixed", s->retries = 1, s->c_rho = 1.2;
    if (v == 13) s->mixing = "importance", s->adaptation = "mixed", s->mixing_alpha = 0;
    if (v == 14) s->mixing = "importance", s->adaptation = "sampled", s->lower = LOWER;
    if (v == 14) s->mixing_alpha = 0.01, s->failures = "resample", s->retries = 1;
    if (!adapts(m)) s->adaptation = "none";
    if (!mixes(m)) s->mixing = "none";
    s->sampling = "iid";
    s->rates = "fixed";
}

static void samplings(size_t v, const nes_method *m, nes_settings *s)
{
    s->sampling = v == 18 ? "mirrored" : "mirrored-orthogonal";
    s->mixing = "none";
    if (v == 18) s->popsize = 12, s->retries = 1;
    if (v == 19 && is_rated(m)) s->rates = "snr", s->adaptation = "none";
    if (v == 19) s->bounds = "resample", s->lower = LOWER, s->upper = UPPER;
}

/* A challenge now and then, and starts in a box. */
static void race(const nes_method *m, nes_settings *s)
{
    static const double low[D] = {0}, high[D] = {1, 1, 1, 1, 1, 0, 0, 0, 0};
    s->challenger = strcmp(m->name, "snes") == 0 ? "xnes" : "snes";
    s->race_first = 14;
    s->race_length = 8;
    s->popsize = 4;
    s->restarts = "bipop";
    s->restart_factor = 1.5;
    s->restart_max = 2;
    s->start_lower = low;
    s->start_upper = high;
}

/* Choices between real variables, with integers and restarts, or all of them. */
static void choices(size_t v, const nes_method *m, nes_settings *s)
{
    const bool alone = run_family_of(m)->discrete;
    s->choices = alone ? ALONE : CHOICES;
    if (v == 21) s->eval_start = "yes", s->retries = 1;
    if (v == 21 && run_method_is(m, "sampling", "iid")) s->failures = "resample";
    if (v == 21) return;
    s->restarts = "ipop", s->restart_max = 2, s->restart_factor = 2;
    if (!alone) s->integer = INTEGER, s->lower = BELOW, s->upper = ABOVE;
}

/* Whether the method searches choices. */
static bool chooses(const nes_method *m)
{
    const char *const techniques[3][2] = {
        {"mixing", "none"}, {"adaptation", "none"}, {"rates", "fixed"}};
    for (size_t i = 0; i < 3; i++)
        if (!run_method_is(m, techniques[i][0], techniques[i][1])) return false;
    return !run_is_elitist(m) && !run_family_of(m)->binary;
}

/* What only real variables have is left out. */
static void of_bits(nes_settings *s)
{
    s->sigma = NES_AUTO;
    s->lower = s->upper = s->scale = s->factor = s->start_lower = s->start_upper = NULL;
    s->sampling = "iid";
    s->rates = "fixed";
    s->challenger = "none";
}

nes_settings variant_settings(size_t v, const nes_method *m)
{
    nes_settings s = run_settings(m->name);
    const bool full =
        run_method_is(m, "family", "gauss-full") || run_method_is(m, "family", "student");
    s.popsize = 6;
    s.sigma = 0.7;
    if (!run_is_closed_form(m)) s.eta_mu = s.eta_sigma = 1e-4; /* few samples: careful steps */
    if (v >= 1 && v <= 3) s.lower = LOWER, s.upper = UPPER;
    if (v == 1) s.sigma = NES_AUTO;
    if (v == 2) s.bounds = "reflect", s.scale = SCALE;
    if (v == 3 || v == 5) s.bounds = "resample";
    if (v == 4) s.retries = 1;
    if (v == 5) s.sampling = "iid", s.failures = "resample", s.retries = 1, s.lower = LOWER;
    if (v == 6) s.maximize = true;
    if (v == 6 && !run_is_elitist(m)) s.shaping = "table", s.utilities = UTILITIES;
    if (v == 7) s.eval_start = "yes", s.shaping = "linear", s.ties = "index";
    if (v == 8) s.scale = SCALE, s.factor = full ? FACTOR : NULL, s.cauchy_literal = true;
    if (v == 9) s.seed = 0, s.run = 3, s.noisy = "yes", s.max_evals = 47;
    if (v >= 10 && v < 15 && !run_is_elitist(m)) techniques(v, m, &s);
    if ((v == 18 || v == 19) && !run_is_elitist(m)) samplings(v, m, &s);
    if (v >= 15) s.max_infeasible = 1; /* runs end soon, by holes of the objective */
    if (v == 15) s.restarts = "interleaved", s.restart_p = 0.4, s.restart_slice = 4;
    if (v == 15) s.scale = SCALE, s.factor = full ? FACTOR : NULL, s.eval_start = "yes";
    if (v == 16) s.restarts = "ipop", s.popsize = 2, s.restart_factor = 2, s.lower = LOWER;
    if (v == 16 || v == 17) s.restart_max = 2;
    if (v == 17) s.restarts = "bipop", s.popsize = 2, s.restart_factor = 2, s.maximize = true;
    if (v == 17) s.lower = LOWER, s.upper = UPPER, s.sigma = NES_AUTO;
    if (v == 20) race(m, &s);
    if (run_is_binary(m)) of_bits(&s);
    if (v >= 21 && chooses(m)) choices(v, m, &s);
    run_drop_unused(D, variant_start(&s), &s);
    return s;
}

const double *variant_start(const nes_settings *s)
{
    const nes_method *m = s != NULL ? run_find_method(s->method) : NULL;
    if (s != NULL && s->choices != NULL) return s->choices == ALONE ? VALUES : MIXED;
    return m != NULL && run_is_binary(m) ? STRING : START;
}

static double rugged(size_t dim, const double *x, void *user)
{
    return run_ellipsoid(dim, x, user) + floor(10 * sin(20 * x[0])); /* with ties */
}

/* The last bits of a point are as good as random, and always the same. */
static double rugged_with_holes(size_t dim, const double *x, void *user)
{
    uint64_t bits;
    memcpy(&bits, x, sizeof bits);
    switch (bits % 5) {
    case 0:
        return MARKED_FAILED;
    case 1:
        return NAN;
    default:
        return rugged(dim, x, user);
    }
}

nes_objective variant_objective(size_t v)
{
    return v == 4 || v == 5 || v == 12 || v == 14 || v >= 15 ? rugged_with_holes : rugged;
}
