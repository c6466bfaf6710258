/* SPDX-License-Identifier: MIT
 *
 * Counts of targets reached by dimension and group, as a table and as JSON; see bench/shares.h. */
#include "bench/shares.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/order.h"
#include "bench/run_table.h"

const double share_times[SHARE_TIMES] = {10, 100, 1000, INFINITY};
const char *const share_time_names[SHARE_TIMES] = {"10 d", "100 d", "1000 d", "end"};

enum { EARLY = 6 };
static const double early_times[EARLY] = {10, 20, 50, 100, 250, INFINITY};
static const char *const early_names[EARLY] = {"10 d", "20 d", "50 d", "100 d", "250 d", "end"};

const share_clock share_usual = {SHARE_TIMES, share_times, share_time_names};
const share_clock share_early = {EARLY, early_times, early_names};

static const share_clock *clock_of(const share_table *t)
{
    return t->clock != NULL ? t->clock : &share_usual;
}

double share_target(size_t k)
{
    return pow(10, (10 - (double)k) / 5);
}

/* Compares the place of a row, by dimension first. Names of groups begin with a digit, so that
 * "all" comes behind them. */
static int compare_key(const share_row *r, size_t dim, const char *group)
{
    return r->dim != dim ? ORDER(r->dim, dim) : strcmp(r->group, group);
}

/* The row of a group, put in its place if there is none yet. */
static share_row *row_of(share_table *t, size_t dim, const char *group)
{
    size_t i = 0;
    while (i < t->n && compare_key(&t->rows[i], dim, group) < 0) i++;
    if (i < t->n && compare_key(&t->rows[i], dim, group) == 0) return &t->rows[i];
    t->rows = memory_resize(t->rows, t->n + 1, sizeof *t->rows);
    memmove(t->rows + i + 1, t->rows + i, (t->n++ - i) * sizeof *t->rows);
    t->rows[i] = (share_row){.dim = dim};
    snprintf(t->rows[i].group, sizeof t->rows[i].group, "%s", group);
    return &t->rows[i];
}

void share_curve_add(curve *c, const coco_set *s)
{
    double targets[SHARE_TARGETS];
    for (size_t k = 0; k < SHARE_TARGETS; k++) targets[k] = share_target(k);
    curve_add(c, s, targets, SHARE_TARGETS);
}

static void add_to(share_row *r, const coco_set *s)
{
    r->functions++;
    share_curve_add(&r->curve, s);
}

void share_table_add(share_table *t, const coco_set *s, const char *group)
{
    if (group[0] != '\0') add_to(row_of(t, s->dim, group), s);
    add_to(row_of(t, s->dim, "all"), s);
}

void share_table_add_like(share_table *t, const coco_set *s, const coco_set *of)
{
    char group[SHARE_GROUP_SIZE];
    run_table_group(of, group, sizeof group);
    share_table_add(t, s, group);
}

void share_table_free(share_table *t)
{
    for (size_t i = 0; i < t->n; i++) curve_free(&t->rows[i].curve);
    free(t->rows);
    *t = (share_table){.rows = NULL};
}

double share_percent(const share_row *r, double evaluations)
{
    return 100 * (double)curve_count(&r->curve, evaluations) / (double)r->curve.pairs;
}

/* ---- as a table and as JSON ------------------------------------------------------------------ */

static int group_width(const share_table *t)
{
    size_t width = strlen("group");
    for (size_t i = 0; i < t->n; i++)
        if (strlen(t->rows[i].group) > width) width = strlen(t->rows[i].group);
    return (int)width;
}

static void add_heading(buffer *text, int width, const share_clock *clock, int two)
{
    buffer_print(text, " dim  %-*s", width, "group");
    for (size_t i = 0; i < clock->n; i++) {
        char first[16];
        snprintf(first, sizeof first, "%s%s", clock->names[i], two ? ": A" : "");
        buffer_print(text, " %9s", first);
        if (two) buffer_print(text, " %5s %6s", "B", "B-A");
    }
    buffer_add(text, "\n", 1);
}

static void add_row(buffer *text, int width, const share_clock *clock, const share_row *a,
                    const share_row *b)
{
    buffer_print(text, "%4zu  %-*s", a->dim, width, a->group);
    for (size_t i = 0; i < clock->n; i++) {
        const double first = share_percent(a, clock->times[i]);
        buffer_print(text, " %9.1f", first);
        if (b == NULL) continue;
        const double second = share_percent(b, clock->times[i]);
        buffer_print(text, " %5.1f %+6.1f", second, second - first);
    }
    buffer_add(text, "\n", 1);
}

void share_table_text(const share_table *a, const share_table *b, buffer *text)
{
    const int width = group_width(a);
    buffer_print(text, "\ntargets reached, in per cent\n");
    add_heading(text, width, clock_of(a), b != NULL);
    for (size_t i = 0; i < a->n; i++)
        add_row(text, width, clock_of(a), &a->rows[i], b == NULL ? NULL : &b->rows[i]);
    buffer_print(text,
                 "\nof all pairs of a run and one of the %d targets f_opt + 10^2, 10^1.8, "
                 "..., 10^-8, after so many\nevaluations (d: dimension) and at the end of "
                 "the runs; runs that ended before count as they ended\n",
                 SHARE_TARGETS);
}

static cJSON *percents(const share_clock *clock, const share_row *r)
{
    double v[EARLY];
    for (size_t i = 0; i < clock->n; i++) v[i] = share_percent(r, clock->times[i]);
    return json_from_reals(v, clock->n);
}

static cJSON *row_json(const share_clock *clock, const share_row *a, const share_row *b)
{
    cJSON *o = cJSON_CreateObject();
    json_add(o, "dim", json_from_count(a->dim));
    json_add(o, "group", json_from_string(a->group));
    json_add(o, "functions", json_from_count(a->functions));
    json_add(o, b == NULL ? "percent" : "percent_a", percents(clock, a));
    if (b != NULL) json_add(o, "percent_b", percents(clock, b));
    return o;
}

cJSON *share_table_json(const share_table *a, const share_table *b)
{
    double targets[SHARE_TARGETS];
    for (size_t k = 0; k < SHARE_TARGETS; k++) targets[k] = share_target(k);
    cJSON *o = cJSON_CreateObject(), *after = cJSON_CreateArray(), *rows = cJSON_CreateArray();
    json_add(o, "targets", json_from_reals(targets, SHARE_TARGETS));
    const share_clock *clock = clock_of(a);
    for (size_t i = 0; i < clock->n; i++) json_append(after, json_from_string(clock->names[i]));
    for (size_t i = 0; i < a->n; i++)
        json_append(rows, row_json(clock, &a->rows[i], b == NULL ? NULL : &b->rows[i]));
    json_add(o, "after", after);
    json_add(o, "rows", rows);
    return o;
}
