/* SPDX-License-Identifier: MIT
 *
 * Counts of targets reached by dimension and group; see bench/shares.h. */
#include "bench/shares.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double share_target(size_t k)
{
    return pow(10, (10 - (double)k) / 5);
}

/* Dimension first. Names of groups begin with a digit, so that "all" comes behind them. */
static int compare_key(const share_row *r, size_t dim, const char *group)
{
    if (r->dim != dim) return r->dim < dim ? -1 : 1;
    return strcmp(r->group, group);
}

/* The row of a group, put in its place if there is none yet; null without memory. */
static share_row *row_of(share_table *t, size_t dim, const char *group)
{
    size_t i = 0;
    while (i < t->n && compare_key(&t->rows[i], dim, group) < 0) i++;
    if (i < t->n && compare_key(&t->rows[i], dim, group) == 0) return &t->rows[i];
    share_row *more = realloc(t->rows, (t->n + 1) * sizeof *more);
    if (more == NULL) return NULL;
    t->rows = more;
    memmove(more + i + 1, more + i, (t->n++ - i) * sizeof *more);
    more[i] = (share_row){.dim = dim};
    snprintf(more[i].group, sizeof more[i].group, "%s", group);
    return &more[i];
}

/* Counts the targets of one run. The end of the run is the last time. */
static void count_run(const coco_run *run, size_t dim, size_t reached[SHARE_TIMES])
{
    const double d = (double)dim, times[SHARE_TIMES] = {10 * d, 100 * d, 1000 * d, HUGE_VAL};
    for (size_t k = 0; k < SHARE_TARGETS; k++) {
        const double hit = coco_hit(run, share_target(k));
        if (isinf(hit)) return; /* nor any of the closer ones */
        for (size_t i = 0; i < SHARE_TIMES; i++) reached[i] += hit <= times[i] ? 1 : 0;
    }
}

static int add_to(share_table *t, const coco_set *s, const char *group, const size_t *reached)
{
    share_row *r = row_of(t, s->dim, group);
    if (r == NULL) return -1;
    r->functions++;
    r->pairs += s->n * SHARE_TARGETS;
    for (size_t i = 0; i < SHARE_TIMES; i++) r->reached[i] += reached[i];
    return 0;
}

int share_table_add(share_table *t, const coco_set *s, const char *group)
{
    size_t reached[SHARE_TIMES] = {0};
    for (size_t i = 0; i < s->n; i++) count_run(&s->runs[i], s->dim, reached);
    if (group[0] != '\0' && add_to(t, s, group, reached) != 0) return -1;
    return add_to(t, s, "all", reached);
}

void share_table_free(share_table *t)
{
    free(t->rows);
    *t = (share_table){.rows = NULL};
}

double share_percent(const share_row *r, size_t time)
{
    return 100 * (double)r->reached[time] / (double)r->pairs;
}
