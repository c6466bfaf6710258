/* SPDX-License-Identifier: MIT
 *
 * Counts of targets reached by dimension and group; see bench/shares.h. */
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

double share_target(size_t k)
{
    return pow(10, (10 - (double)k) / 5);
}

/* Dimension first. Names of groups begin with a digit, so that "all" comes behind them. */
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

static void add_to(share_row *r, const coco_set *s)
{
    double targets[SHARE_TARGETS];
    for (size_t k = 0; k < SHARE_TARGETS; k++) targets[k] = share_target(k);
    r->functions++;
    curve_add(&r->curve, s, targets, SHARE_TARGETS);
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

double share_percent(const share_row *r, size_t time)
{
    return 100 * (double)curve_count(&r->curve, share_times[time]) / (double)r->curve.pairs;
}
