/* SPDX-License-Identifier: MIT
 *
 * See report/constrained.h. */
#include "report/constrained.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_values.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/report.h"

enum { SHOWN = 8 }; /* most constraints that have a row */

/* Returns the numbers of a result, to be freed; null: there are none. */
static double *read_numbers(nes_opt *o, const char *name, size_t n)
{
    double *v = memory_zeros(n, sizeof *v);
    if (nes_get_array(o, name, n, v) == NES_OK) return v;
    free(v);
    return NULL;
}

static void free_numbers(constrained *c)
{
    free(c->g);
    free(c->multipliers);
    c->g = c->multipliers = NULL;
}

void constrained_read(constrained *c, nes_opt *o)
{
    uint64_t feasible = 0;
    const nes_settings *s = nes_get_settings(o);
    free_numbers(c);
    c->m = (size_t)s->constraints;
    c->k = (size_t)(s->outputs - s->constraints);
    c->violation = NAN;
    if (c->m + c->k == 0) return;
    c->g = read_numbers(o, "best_outputs", c->m + c->k);
    if (c->m == 0) return;
    nes_get_count(o, "feasible", &feasible);
    nes_get_count(o, "feasible_evaluations", &c->evaluations);
    nes_get_count(o, "first_feasible", &c->first);
    nes_get_real(o, "violation", &c->violation);
    c->feasible = feasible != 0;
    if (strcmp(s->constraint_handling, "rules") != 0)
        c->multipliers = read_numbers(o, "multipliers", c->m);
}

void constrained_free(constrained *c)
{
    free_numbers(c);
    for (size_t i = 0; c->words != NULL && i < c->m; i++) {
        free(c->words[i].text);
        free(c->words[i].room);
    }
    free(c->words);
    free(c->aim);
    variables_close(&c->names);
    *c = (constrained){.m = 0};
}

/* ---- names and words ------------------------------------------------------------------------ */

/* What makes a constraint easier to satisfy. */
static char *room_of(const relation *r)
{
    buffer text = {.text = NULL};
    const bool below = isfinite(r->lower);
    if (r->side == NULL)
        buffer_print(&text, "1 more room");
    else
        buffer_print(&text, "%s the limit of %s by 1", below ? "lowering" : "raising", r->side);
    return text.text;
}

static cJSON *words_of(const relation *r)
{
    cJSON *object = cJSON_CreateObject();
    char *room = room_of(r);
    json_add(object, "text", json_from_string(r->text));
    json_add(object, "room", json_from_string(room));
    free(room);
    return object;
}

cJSON *constrained_names(const output_set *o)
{
    cJSON *object = cJSON_CreateObject(), *limits = cJSON_CreateArray();
    for (size_t i = 0; i < o->own; i++) json_append(limits, cJSON_CreateObject());
    for (size_t i = 0; i < o->constraints.n; i++)
        json_append(limits, words_of(&o->constraints.v[i]));
    json_add(object, "value", json_from_string(o->aim));
    json_add(object, "constraints", limits);
    json_add(object, "outputs", variables_json(&o->names, o->names.n));
    return object;
}

static char *copy_field(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text != NULL ? memory_text(text) : NULL;
}

static variables read_outputs(const cJSON *object)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, "outputs"), *item;
    variables v = {.n = 0};
    cJSON_ArrayForEach(item, list)
    {
        const char *name = cJSON_GetStringValue(item);
        if (name == NULL || variables_refuse_name(name) != NULL) break;
        v.name = memory_resize(v.name, v.n + 1, sizeof *v.name);
        snprintf(v.name[v.n++], VARIABLES_NAME_SIZE, "%s", name);
    }
    return v;
}

static void take_names(constrained *c, cJSON *object)
{
    const cJSON *limits = cJSON_GetObjectItemCaseSensitive(object, "constraints"), *item;
    size_t i = 0;
    c->aim = copy_field(object, "value");
    c->names = read_outputs(object);
    if (object != NULL && (size_t)cJSON_GetArraySize(limits) == c->m) {
        c->words = memory_zeros(c->m, sizeof *c->words);
        cJSON_ArrayForEach(item, limits) c->words[i++] =
            (limit_words){copy_field(item, "text"), copy_field(item, "room")};
    }
    cJSON_Delete(object);
}

void constrained_take_names(constrained *c, const char *text)
{
    take_names(c, text != NULL ? cJSON_Parse(text) : NULL);
}

void constrained_name(constrained *c, const output_set *o)
{
    take_names(c, constrained_names(o));
}

variables constrained_outputs(const char *text)
{
    cJSON *object = text != NULL ? cJSON_Parse(text) : NULL;
    const variables v = read_outputs(object);
    cJSON_Delete(object);
    return v;
}

/* ---- for people ----------------------------------------------------------------------------- */

static size_t count_violated(const constrained *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->m; i++) n += !(c->g[i] <= 0);
    return n;
}

static void print_infeasible(const constrained *c, uint64_t all)
{
    if (c->g == NULL)
        report_print_row("feasible", "no point yet");
    else
        report_print_row("feasible",
                         "NO: none of %" PRIu64 " point%s satisfies the constraints. The one below "
                         "is no answer; of all points it violates them least, %zu of %zu",
                         all, text_s(all), count_violated(c), c->m);
}

/* A limit with a multiplier holds the value back: how much is gained if it is raised by 1. */
static void print_multipliers(const constrained *c, bool maximize)
{
    size_t shown = 0, more = 0;
    for (size_t i = 0; c->multipliers != NULL && i < c->m; i++) {
        const double gain = c->multipliers[i];
        if (gain == 0) continue;
        if (shown == SHOWN) {
            more++;
            continue;
        }
        const char *name = shown++ == 0 ? "active" : "";
        const char *moves = (gain < 0) == maximize ? "lowers" : "raises";
        const limit_words *w = c->words != NULL ? &c->words[i] : NULL;
        const char *value = c->aim != NULL ? c->aim : "the best value";
        if (w == NULL || w->text == NULL)
            report_print_row(name, "g%zu: raising its limit by 1 %s %s by about %.2g", i + 1, moves,
                             value, fabs(gain));
        else
            report_print_row(name, "%s: %s %s %s by about %.2g", w->text, w->room, moves, value,
                             fabs(gain));
    }
    if (more > 0) report_print_row("", "... and %zu more; --json prints them all", more);
}

void constrained_print(const constrained *c, bool maximize, uint64_t all)
{
    if (c->m == 0) return;
    if (!c->feasible) {
        print_infeasible(c, all);
        return;
    }
    report_print_row("feasible",
                     "yes: all constraints (%zu) are satisfied, as by %" PRIu64 " of %" PRIu64
                     " points; the first was evaluation %" PRIu64,
                     c->m, c->evaluations, all, c->first);
    print_multipliers(c, maximize);
}

void constrained_print_outputs(const constrained *c)
{
    enum { ROWS = 60 };
    int width = TEXT_COLUMN - 2;
    const size_t n = c->k < c->names.n ? c->k : c->names.n, shown = n <= ROWS ? n : ROWS - 1;
    for (size_t i = 0; i < shown; i++) {
        const int length = (int)strlen(c->names.name[i]) + 2;
        if (length > width) width = length;
    }
    if (n > 0 && c->g != NULL)
        printf("  %-*s%s\n", width, "output", constrained_fails(c) ? "nearest" : "best");
    for (size_t i = 0; i < shown && c->g != NULL; i++)
        printf("  %-*s%.7g\n", width, c->names.name[i], c->g[c->m + i]);
    if (shown < n) printf("  %-*s... and %zu more; --json prints them all\n", width, "", n - shown);
}

const char *constrained_value_name(const constrained *c)
{
    return constrained_fails(c) ? "its value" : "best value";
}

const char *constrained_point_name(const constrained *c)
{
    return constrained_fails(c) ? "nearest point" : "best point";
}

/* ---- for programs --------------------------------------------------------------------------- */

static cJSON *outputs_json(const constrained *c)
{
    char name[VARIABLES_NAME_SIZE];
    if (c->g == NULL) return cJSON_CreateNull();
    cJSON *object = cJSON_CreateObject();
    for (size_t i = 0; i < c->k && i < c->names.n; i++)
        json_add(object, variables_name(&c->names, i, name), json_from_real(c->g[c->m + i]));
    return object;
}

void constrained_json(const constrained *c, cJSON *object)
{
    if (c->k > 0) json_add(object, "outputs", outputs_json(c));
    if (c->m == 0) return;
    json_add(object, "feasible", cJSON_CreateBool(c->feasible));
    json_add(object, "violation", json_from_real(c->violation));
    json_add(object, "g", json_from_reals(c->g, c->m));
    json_add(object, "multipliers", json_from_reals(c->multipliers, c->m));
    json_add(object, "feasible_evaluations", json_from_count(c->evaluations));
    json_add(object, "first_feasible", json_from_count(c->first));
}
