/* SPDX-License-Identifier: MIT
 *
 * Ratios of expected running times and their bootstrap; see bench/comparison.h. */
#include "bench/comparison.h"

#include <math.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/mix.h"
#include "base/text.h"

/* Everything the draws need: ratios of one set by target, and over all sets the sum of their
 * logarithms, which gives a geometric mean for every draw. */
typedef struct drawing {
    double ratios[RUN_TARGETS][RUN_DRAWS];
    double log_sum[RUN_DRAWS], terms[RUN_DRAWS];
    size_t *drawn_a, *drawn_b; /* as many as there are runs in the largest set; owned */
} drawing;

static void describe(compare_set *s, const run_table *a, const run_table *b)
{
    for (size_t k = 0; k < RUN_TARGETS; k++) {
        const run_sample x = run_table_sample(a, k), y = run_table_sample(b, k);
        s->ert_a[k] = run_ert(&x);
        s->ert_b[k] = run_ert(&y);
        s->reached_a[k] = run_successes(&x);
        s->reached_b[k] = run_successes(&y);
        s->ratio[k] = s->ert_b[k] / s->ert_a[k]; /* infinite by infinite is NaN */
    }
}

/* A draw in which neither side reaches a target says nothing about them. It counts as a ratio of 1,
 * unless neither side reaches the target in any run. */
static void draw_set(compare_set *s, const run_table *a, const run_table *b, drawing *d)
{
    run_random r = {mix64(s->a->function + MIX_STEP * s->a->dim)};
    for (size_t i = 0; i < RUN_DRAWS; i++) {
        run_draw(d->drawn_a, a->n, &r);
        run_draw(d->drawn_b, b->n, &r);
        for (size_t k = 0; k < RUN_TARGETS; k++) {
            const run_sample x = run_table_sample(a, k), y = run_table_sample(b, k);
            const double ratio = run_ert_drawn(&y, d->drawn_b) / run_ert_drawn(&x, d->drawn_a);
            d->ratios[k][i] = isnan(ratio) && !isnan(s->ratio[k]) ? 1 : ratio;
            if (!isfinite(ratio) || ratio == 0) continue;
            d->log_sum[i] += log(ratio);
            d->terms[i]++;
        }
    }
    for (size_t k = 0; k < RUN_TARGETS; k++) s->interval[k] = run_middle(d->ratios[k], RUN_DRAWS);
}

static int compare_tables(compare_set *s, drawing *d)
{
    run_table a, b;
    const int opened_a = run_table_open(&a, s->a), opened_b = run_table_open(&b, s->b);
    if (opened_a == 0 && opened_b == 0) {
        describe(s, &a, &b);
        draw_set(s, &a, &b, d);
    }
    run_table_close(&a);
    run_table_close(&b);
    return opened_a != 0 ? opened_a : opened_b;
}

static void count_set(compare_all *all, const compare_set *s, double *log_sum)
{
    for (size_t k = 0; k < RUN_TARGETS; k++) {
        const double ratio = s->ratio[k];
        if (isnan(ratio)) {
            all->neither++;
            continue;
        }
        all->a_faster += s->interval[k].low > 1 ? 1 : 0;
        all->b_faster += s->interval[k].high < 1 ? 1 : 0;
        if (isinf(ratio)) {
            all->only_a++;
        } else if (ratio == 0) {
            all->only_b++;
        } else {
            all->both++;
            *log_sum += log(ratio);
        }
    }
}

static void sum_up(comparison *c, drawing *d)
{
    double log_sum = 0;
    for (size_t i = 0; i < c->n; i++) count_set(&c->all, &c->sets[i], &log_sum);
    for (size_t i = 0; i < RUN_DRAWS; i++) d->log_sum[i] = exp(d->log_sum[i] / d->terms[i]);
    c->all.ratio = exp(log_sum / (double)c->all.both);
    c->all.interval = run_middle(d->log_sum, RUN_DRAWS);
}

/* Both tables have the groups of A's suite. */
static int find_shares(comparison *c)
{
    char group[SHARE_GROUP_SIZE];
    int status = 0;
    for (size_t i = 0; i < c->n && status == 0; i++) {
        run_table_group(c->sets[i].a, group, sizeof group);
        status = share_table_add(&c->shares_a, c->sets[i].a, group);
        if (status == 0) status = share_table_add(&c->shares_b, c->sets[i].b, group);
    }
    return status;
}

static size_t most_runs(const coco_folder *f)
{
    size_t most = 0;
    for (size_t i = 0; i < f->n; i++)
        if (f->sets[i].n > most) most = f->sets[i].n;
    return most;
}

static int compare_sets(comparison *c)
{
    drawing *d = calloc(1, sizeof *d);
    int status = d == NULL ? -1 : 0;
    if (status == 0) {
        d->drawn_a = calloc(most_runs(&c->a) + 1, sizeof *d->drawn_a);
        d->drawn_b = calloc(most_runs(&c->b) + 1, sizeof *d->drawn_b);
        status = d->drawn_a == NULL || d->drawn_b == NULL ? -1 : 0;
        for (size_t i = 0; i < c->n && status == 0; i++) status = compare_tables(&c->sets[i], d);
        if (status == 0) sum_up(c, d);
        free(d->drawn_a);
        free(d->drawn_b);
    }
    free(d);
    if (status == 0) status = find_shares(c);
    return status == 0 ? EXIT_OK : text_error(EXIT_USAGE, "no memory for the comparison");
}

int comparison_open(comparison *c, const char *a, const char *b)
{
    char message[COCO_MESSAGE_SIZE];
    *c = (comparison){.name_a = a, .name_b = b};
    if (coco_read(a, &c->a, message) != 0 || coco_read(b, &c->b, message) != 0)
        return text_error(EXIT_USAGE, "%s", message);
    c->sets = calloc(c->a.n, sizeof *c->sets);
    if (c->sets == NULL) return text_error(EXIT_USAGE, "no memory for the comparison");
    for (size_t i = 0; i < c->a.n; i++) {
        const coco_set *x = &c->a.sets[i], *y = coco_find(&c->b, x->function, x->dim);
        if (y == NULL || x->n == 0 || y->n == 0) continue;
        c->sets[c->n].a = x;
        c->sets[c->n++].b = y;
    }
    if (c->n > 0) return compare_sets(c);
    return text_error(EXIT_USAGE, "%s and %s have no function and dimension in common", a, b);
}

void comparison_close(comparison *c)
{
    coco_folder_free(&c->a);
    coco_folder_free(&c->b);
    free(c->sets);
    share_table_free(&c->shares_a);
    share_table_free(&c->shares_b);
}
