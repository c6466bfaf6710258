/* SPDX-License-Identifier: MIT
 *
 * Ranks of runs and the test on them; see compare/method_ranks.h. */
#include "compare/method_ranks.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/order.h"

typedef struct ranked_run {
    double hit, precision; /* evaluations to the target, infinite: not reached; closest distance */
    bool is_a;
} ranked_run;

static int better_first(const void *a, const void *b)
{
    const ranked_run *x = a, *y = b;
    if (x->hit != y->hit) return ORDER(x->hit, y->hit);
    return isfinite(x->hit) ? 0 : ORDER(x->precision, y->precision);
}

static void add_runs(ranked_run *all, const coco_set *s, bool is_a)
{
    for (size_t i = 0; i < s->n; i++)
        all[i] = (ranked_run){coco_hit(&s->runs[i], s->precision), s->runs[i].precision, is_a};
}

/* Finds the ranks of both samples, each in ascending order; equal runs have equal ranks. */
static void find_ranks(ranked_run *all, size_t n, double *a, double *b)
{
    double rank = 0;
    qsort(all, n, sizeof *all, better_first);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && better_first(&all[i - 1], &all[i]) != 0) rank = (double)i;
        if (all[i].is_a)
            *a++ = rank;
        else
            *b++ = rank;
    }
}

rank_result rank_compare(const coco_set *a, const coco_set *b)
{
    const size_t n = a->n + b->n;
    ranked_run *all = memory_zeros(n, sizeof *all);
    double *ranks = memory_zeros(n, sizeof *ranks);
    add_runs(all, a, true);
    add_runs(all + a->n, b, false);
    find_ranks(all, n, ranks, ranks + a->n);
    const rank_result r = rank_test((sample){a->n, ranks}, (sample){b->n, ranks + a->n});
    free(all);
    free(ranks);
    return r;
}

void rank_table_open(rank_table *t, const coco_set *const *sets, size_t n, size_t tests)
{
    double most = -1;
    *t = (rank_table){.n = n, .pairs = memory_zeros(n * n, sizeof *t->pairs)};
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++) {
            rank_result *r = &t->pairs[i * n + k];
            *r = rank_compare(sets[i], sets[k]);
            r->p = fmin(1, r->p * (double)tests);
            sum += r->better;
        }
        if (sum >= most) t->ahead = sum > most;
        if (sum > most) t->best = i;
        most = fmax(most, sum);
    }
}

void rank_table_close(rank_table *t)
{
    free(t->pairs);
    t->pairs = NULL;
}

const rank_result *rank_pair(const rank_table *t, size_t a, size_t b)
{
    return &t->pairs[a * t->n + b];
}

bool rank_is_better(const rank_table *t, size_t a, size_t b)
{
    const rank_result *r = rank_pair(t, a, b);
    return r->better > 0.5 && r->p < RANK_TEST_LEVEL;
}
