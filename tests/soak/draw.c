/* SPDX-License-Identifier: MIT
 *
 * Settings from the tables of methods and options. Options are added one by one, and those that the
 * library refuses beside the others are taken back, all but a few: so that most settings run, and
 * some are refused by nes_create. */
#include "soak/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/laws.h"
#include "support/mixture.h"

enum { TEXT_SIZE = 64, MOST_POINTS = 120, MOST_TRIES = 20, LEFT_IN = 200 };

static const nes_option *find(const char *name, size_t *place)
{
    const nes_option *o;
    for (size_t i = 0; (o = nes_option_at(i)) != NULL; i++) {
        if (strcmp(o->name, name) != 0) continue;
        if (place != NULL) *place = i;
        return o;
    }
    return NULL;
}

/* ---- values ---------------------------------------------------------------------------------- */

static double draw_real(chance *c, const nes_option *o)
{
    const double low = fmax(o->low, -1e3), high = fmin(o->high, 1e300);
    const size_t kind = chance_below(c, 24);
    if (kind == 0 && !o->open_low) return o->low;
    if (kind == 1 && isfinite(o->high)) return o->high;
    if (kind == 2)
        return fmin(high, fmax(nextafter(low, high), low + chance_log(c, 1e-300, 1e300)));
    if (high - low <= 10) return fmin(high, low + chance_real(c, 1e-3, 1) * (high - low));
    return fmin(high, low + chance_log(c, 1e-2, fmin(1e3, high - low)));
}

/* A population that is large, but still fits into memory, would only take time. */
static double draw_count(chance *c, const nes_option *o)
{
    const bool points = strcmp(o->name, "popsize") == 0;
    const size_t kind = chance_below(c, 24);
    const double low = fmax(o->low, 1);
    if (kind == 0) return o->low;
    if (kind == 1) return fmin(o->high, 9e15);
    if (kind == 2 && !points) return rint(chance_log(c, low, fmin(o->high, 9e15)));
    return rint(chance_log(c, low, fmin(o->high, points ? MOST_POINTS : 500)));
}

static void draw_word(chance *c, const nes_option *o, char *text)
{
    size_t n = 0;
    while (nes_option_word(o, n) != NULL) n++;
    snprintf(text, TEXT_SIZE, "%s", nes_option_word(o, chance_below(c, n)));
}

static void draw_text(chance *c, const nes_option *o, char *text)
{
    if (o->off && chance_one_in(c, 4))
        strcpy(text, "off");
    else if (o->automatic && chance_one_in(c, 6))
        strcpy(text, "auto");
    else if (strcmp(o->name, "max_time") == 0) /* no result may depend on the clock here */
        strcpy(text, "1e9");
    else if (o->type == NES_TYPE_REAL)
        snprintf(text, TEXT_SIZE, "%.17g", draw_real(c, o));
    else if (o->type == NES_TYPE_COUNT)
        snprintf(text, TEXT_SIZE, "%.0f", draw_count(c, o));
    else if (o->type == NES_TYPE_FLAG)
        strcpy(text, chance_one_in(c, 2) ? "yes" : "no");
    else
        draw_word(c, o, text);
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static double *new_array(soak_settings *d, size_t n)
{
    if (d->arrays == SOAK_ARRAYS) return NULL;
    return d->array[d->arrays++] = malloc(n * sizeof(double));
}

/* Around the start; ends of a box stay inside the bounds. */
static double beside_start(chance *c, const soak_problem *p, size_t i, const char *name)
{
    const double by = strstr(name, "lower") != NULL ? -1 : strstr(name, "upper") != NULL ? 1 : 0;
    const double r = by * chance_real(c, 0, 1);
    const double x = p->log[i] != 0 ? p->x0[i] * exp(r) : p->x0[i] + r;
    return fmin(p->upper[i], fmax(p->lower[i], x));
}

static void fill(chance *c, const soak_problem *p, const nes_option *o, size_t n, double *to)
{
    double falling = 1;
    for (size_t i = 0; i < n; i++) {
        if (o->length == NES_PER_PAIR)
            to[i] = (i % (p->dim + 1) == 0) + chance_real(c, -0.5, 0.5) / (double)p->dim;
        else if (o->length == NES_PER_POINT)
            to[i] = falling -= chance_real(c, 0, 0.3);
        else if (strncmp(o->name, "start_", 6) == 0 && strcmp(o->name, "start_std") != 0)
            to[i] = beside_start(c, p, i, o->name);
        else
            to[i] = chance_log(c, 0.1, 10);
    }
}

static bool set_array(soak *k, const soak_problem *p, soak_settings *d, const nes_option *o)
{
    if (o->length == NES_PER_POINT && d->s.popsize == 0) nes_set(&d->s, "popsize", "12");
    const size_t n = o->length == NES_PER_PAIR    ? p->dim * p->dim
                     : o->length == NES_PER_POINT ? (size_t)d->s.popsize
                                                  : p->dim;
    double *values = n <= SOAK_MOST_DIM * SOAK_MOST_DIM ? new_array(d, n) : NULL;
    if (values == NULL) return true;
    fill(&k->c, p, o, n, values);
    return nes_set_array(&d->s, o->name, n, values) == NES_OK;
}

/* ---- options --------------------------------------------------------------------------------- */

/* Options that are of use only together. */
static const char *companion(const char *name, const char *text)
{
    static const char *const pairs[][2] = {{"start_lower", "start_upper"},
                                           {"start_upper", "start_lower"},
                                           {"start_mean", "start_std"},
                                           {"start_std", "start_mean"},
                                           {"mean_utilities", "utilities"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(name, pairs[i][0]) == 0) return pairs[i][1];
    return strcmp(name, "shaping") == 0 && strcmp(text, "table") == 0 ? "utilities" : NULL;
}

static bool set_option(soak *k, const soak_problem *p, soak_settings *d, const nes_option *o)
{
    char text[TEXT_SIZE] = "";
    bool fine;
    if (o->type == NES_TYPE_ARRAY) {
        fine = set_array(k, p, d, o);
    } else {
        draw_text(&k->c, o, text);
        fine = nes_set(&d->s, o->name, text) == NES_OK;
        if (strcmp(text, "user") == 0) d->s.density = mixture_density();
        if (strcmp(text, "user-radial") == 0) d->s.radial = law_student();
    }
    const char *other = companion(o->name, text);
    if (fine && other != NULL) fine = set_array(k, p, d, find(other, NULL));
    if (strstr(o->name, "utilities") != NULL) nes_set(&d->s, "shaping", "table");
    return fine || soak_fail(k, "nes_set refuses %s = '%s': %s", o->name, text, d->s.message);
}

static bool is_accepted(const soak_problem *p, const nes_settings *s)
{
    return nes_settings_check(s, p->dim, p->start ? p->x0 : NULL, NULL, 0) == NES_OK;
}

/* The domain is the problem's, and drivers are for the step to choose. */
static bool is_drawn(const nes_option *o)
{
    static const char *const not [] = {"method", "bits",    "lower",  "upper",
                                       "log",    "integer", "choices"};
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++)
        if (strcmp(o->name, not [i]) == 0) return false;
    return strcmp(o->section, "driver") != 0;
}

size_t soak_options(void)
{
    size_t n = 0;
    for (size_t i = 0; i < nes_option_count(); i++) n += is_drawn(nes_option_at(i));
    return n;
}

static void add_option(soak *k, const soak_problem *p, soak_settings *d)
{
    const nes_settings before = d->s;
    const size_t place = chance_below(&k->c, nes_option_count());
    const nes_option *o = nes_option_at(place);
    if (!is_drawn(o) || !set_option(k, p, d, o)) return;
    k->counts->options++;
    if (is_accepted(p, &d->s)) {
        k->counts->option_seen[place % SOAK_NAMES] = 1;
        return;
    }
    k->counts->options_refused++;
    if (!chance_one_in(&k->c, LEFT_IN)) d->s = before;
}

/* ---- all together ---------------------------------------------------------------------------- */

static void set_domain(const soak_problem *p, nes_settings *s)
{
    if (p->bits) nes_set(s, "bits", "yes");
    if (p->bounded) nes_set_array(s, "lower", p->dim, p->lower);
    if (p->bounded) nes_set_array(s, "upper", p->dim, p->upper);
    if (p->any_log) nes_set_array(s, "log", p->dim, p->log);
    if (p->any_integer) nes_set_array(s, "integer", p->dim, p->integer);
    if (p->any_choice) nes_set_array(s, "choices", p->dim, p->choices);
}

static void draw_method(soak *k, const soak_problem *p, soak_settings *d)
{
    const nes_settings before = d->s;
    const nes_option *o = find("method", NULL);
    for (int i = 0; i < MOST_TRIES; i++) {
        d->s = before;
        if (!set_option(k, p, d, o) || is_accepted(p, &d->s)) break;
    }
    for (size_t i = 0; nes_option_word(o, i) != NULL; i++)
        if (strcmp(nes_option_word(o, i), d->s.method) == 0)
            k->counts->method_seen[i % SOAK_NAMES] = 1;
}

/* For the report of a failure: what was set. */
static void describe(soak *k, const soak_problem *p, const nes_settings *s)
{
    char *to = k->counts->where;
    size_t used = strlen(to);
    const nes_option *o;
    nes_settings plain;
    nes_settings_default(&plain);
    used += (size_t)snprintf(to + used, SOAK_TEXT - used,
                             " start=%d failing=%u odd=%u infinite=%u noise=%g", p->start,
                             p->failing, p->odd, p->infinite, p->noise);
    for (size_t i = 0; (o = nes_option_at(i)) != NULL; i++) {
        char text[TEXT_SIZE], usual[TEXT_SIZE];
        if (nes_get(s, o->name, text, sizeof text) != NES_OK) continue;
        if (nes_get(&plain, o->name, usual, sizeof usual) == NES_OK && strcmp(text, usual) == 0)
            continue;
        if (used < SOAK_TEXT)
            used += (size_t)snprintf(to + used, SOAK_TEXT - used, " %s=%s", o->name, text);
    }
}

void soak_draw(soak *k, const soak_problem *p, soak_settings *d)
{
    char seed[TEXT_SIZE];
    d->arrays = 0;
    nes_settings_default(&d->s);
    set_domain(p, &d->s);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)chance_next(&k->c));
    nes_set(&d->s, "seed", seed);
    draw_method(k, p, d);
    for (size_t n = chance_below(&k->c, 20); n > 0; n--) add_option(k, p, d);
    describe(k, p, &d->s);
}

void soak_draw_free(soak_settings *d)
{
    while (d->arrays > 0) free(d->array[--d->arrays]);
}

void soak_draw_limits(soak *k, uint64_t max_evals, nes_settings *s)
{
    char text[TEXT_SIZE];
    nes_settings_default(s);
    for (size_t n = chance_below(&k->c, 3); n > 0; n--) {
        const nes_option *o = nes_option_at(chance_below(&k->c, nes_option_count()));
        if (strcmp(o->section, "stop") != 0 || strcmp(o->name, "noisy") == 0) continue;
        draw_text(&k->c, o, text);
        nes_set(s, o->name, text);
    }
    snprintf(text, sizeof text, "%llu", (unsigned long long)max_evals);
    nes_set(s, "max_evals", text);
}
