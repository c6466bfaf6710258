/* SPDX-License-Identifier: MIT
 *
 * Ratios of expected running times and their bootstrap; see bench/comparison.h. */
#include "bench/comparison.h"

#include <math.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/mix.h"
#include "base/text.h"

/* Everything the draws need: ratios of one set by target, and over all sets the sum of their
 * logarithms, which gives a geometric mean for every draw. */
typedef struct drawing {
    double ratios[RUN_TARGETS][RUN_DRAWS];
    double log_sum[RUN_DRAWS], terms[RUN_DRAWS];
    size_t *drawn_a, *drawn_b; /* as many as there are runs in the largest set; owned */
} drawing;

/* a and b: the lengths of the runs by target. */
static void describe(compare_set *s, const run_sample *a, const run_sample *b)
{
    for (size_t k = 0; k < RUN_TARGETS; k++) {
        s->ert_a[k] = run_ert(&a[k]);
        s->ert_b[k] = run_ert(&b[k]);
        s->reached_a[k] = run_successes(&a[k]);
        s->reached_b[k] = run_successes(&b[k]);
        s->ratio[k] = s->ert_b[k] / s->ert_a[k]; /* infinite by infinite is NaN */
    }
}

/* A draw in which neither side reaches a target says nothing about them. It counts as a ratio of 1,
 * unless neither side reaches the target in any run. */
static void draw_set(compare_set *s, const run_sample *a, const run_sample *b, drawing *d)
{
    run_random r = {mix64(s->a->function + MIX_STEP * s->a->dim)};
    for (size_t i = 0; i < RUN_DRAWS; i++) {
        run_draw(d->drawn_a, a->n, &r);
        run_draw(d->drawn_b, b->n, &r);
        for (size_t k = 0; k < RUN_TARGETS; k++) {
            const double ratio =
                run_ert_drawn(&b[k], d->drawn_b) / run_ert_drawn(&a[k], d->drawn_a);
            d->ratios[k][i] = isnan(ratio) && !isnan(s->ratio[k]) ? 1 : ratio;
            if (!isfinite(ratio) || ratio == 0) continue;
            d->log_sum[i] += log(ratio);
            d->terms[i]++;
        }
    }
    for (size_t k = 0; k < RUN_TARGETS; k++) s->interval[k] = run_middle(d->ratios[k], RUN_DRAWS);
}

static void compare_runs(compare_set *s, drawing *d)
{
    run_sample a[RUN_TARGETS], b[RUN_TARGETS];
    for (size_t k = 0; k < RUN_TARGETS; k++) {
        a[k] = run_sample_of(s->a, run_targets[k]);
        b[k] = run_sample_of(s->b, run_targets[k]);
    }
    describe(s, a, b);
    draw_set(s, a, b, d);
    for (size_t k = 0; k < RUN_TARGETS; k++) {
        run_sample_free(&a[k]);
        run_sample_free(&b[k]);
    }
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

static size_t most_runs(const coco_folder *f)
{
    size_t most = 0;
    for (size_t i = 0; i < f->n; i++)
        if (f->sets[i].n > most) most = f->sets[i].n;
    return most;
}

/* Both tables of shares have the groups of A's suite. */
static void compare_sets(comparison *c)
{
    drawing *d = memory_zeros(1, sizeof *d);
    d->drawn_a = memory_zeros(most_runs(&c->a), sizeof *d->drawn_a);
    d->drawn_b = memory_zeros(most_runs(&c->b), sizeof *d->drawn_b);
    for (size_t i = 0; i < c->n; i++) {
        compare_set *s = &c->sets[i];
        compare_runs(s, d);
        share_table_add_like(&c->shares_a, s->a, s->a);
        share_table_add_like(&c->shares_b, s->b, s->a);
    }
    sum_up(c, d);
    free(d->drawn_a);
    free(d->drawn_b);
    free(d);
}

int comparison_open(comparison *c, const char *a, const char *b)
{
    char message[COCO_MESSAGE_SIZE];
    *c = (comparison){.name_a = a, .name_b = b};
    if (coco_read(a, &c->a, message) != 0 || coco_read(b, &c->b, message) != 0)
        return text_error(EXIT_USAGE, "%s", message);
    c->sets = memory_zeros(c->a.n, sizeof *c->sets);
    for (size_t i = 0; i < c->a.n; i++) {
        const coco_set *x = &c->a.sets[i], *y = coco_find(&c->b, x->function, x->dim);
        if (y == NULL || x->n == 0 || y->n == 0) continue;
        c->sets[c->n].a = x;
        c->sets[c->n++].b = y;
    }
    if (c->n == 0)
        return text_error(EXIT_USAGE, "%s and %s have no function and dimension in common", a, b);
    compare_sets(c);
    return EXIT_OK;
}

void comparison_close(comparison *c)
{
    coco_folder_free(&c->a);
    coco_folder_free(&c->b);
    free(c->sets);
    share_table_free(&c->shares_a);
    share_table_free(&c->shares_b);
}
