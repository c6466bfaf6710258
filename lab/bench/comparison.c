/* SPDX-License-Identifier: MIT
 *
 * Ratios of expected running times and their bootstrap, as tables and as JSON; see
 * bench/comparison.h. */
#include "bench/comparison.h"

#include <math.h>
#include <stdio.h>
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
        s->test[k] = rank_test((sample){a[k].n, a[k].hit}, (sample){b[k].n, b[k].hit});
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

/* All targets that anybody reached are tested. */
static size_t count_tests(const compare_all *all)
{
    return all->both + all->only_a + all->only_b;
}

/* With so many tests the chance of any wrong decision is at most the level (Bonferroni). */
static void decide(compare_all *all, const compare_set *s)
{
    const double tests = (double)count_tests(all);
    for (size_t k = 0; k < RUN_TARGETS; k++) {
        if (isnan(s->ratio[k]) || s->test[k].p * tests >= RANK_TEST_LEVEL) continue;
        all->a_faster += s->test[k].better > 0.5 ? 1 : 0;
        all->b_faster += s->test[k].better < 0.5 ? 1 : 0;
    }
}

static void sum_up(comparison *c, drawing *d)
{
    double log_sum = 0;
    for (size_t i = 0; i < c->n; i++) count_set(&c->all, &c->sets[i], &log_sum);
    for (size_t i = 0; i < c->n; i++) decide(&c->all, &c->sets[i]);
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

/* ---- as tables ------------------------------------------------------------------------------ */

/* Prints a ratio in few characters. It is infinite or 0 where only one side reached the target. */
static run_text ratio_text(double v)
{
    run_text t;
    snprintf(t.text, sizeof t.text, isnan(v) ? "-" : "%.3g", v);
    return t;
}

static run_text interval_text(const interval *i)
{
    run_text t;
    snprintf(t.text, sizeof t.text, isnan(i->low) ? "-" : "%.3g .. %.3g", i->low, i->high);
    return t;
}

/* Prints the p of a target that anybody reached. */
static run_text p_text(const compare_set *s, size_t k)
{
    run_text t;
    snprintf(t.text, sizeof t.text, isnan(s->ratio[k]) ? "-" : "%.2g", s->test[k].p);
    return t;
}

static void print_target(const compare_set *s, size_t k)
{
    char reached_a[48], reached_b[48];
    snprintf(reached_a, sizeof reached_a, "%zu/%zu", s->reached_a[k], s->a->n);
    snprintf(reached_b, sizeof reached_b, "%zu/%zu", s->reached_b[k], s->b->n);
    printf("  %6.0e %10s %8s %10s %8s %8s %8s   %s\n", run_targets[k],
           run_table_number(s->ert_a[k]).text, reached_a, run_table_number(s->ert_b[k]).text,
           reached_b, p_text(s, k).text, ratio_text(s->ratio[k]).text,
           interval_text(&s->interval[k]).text);
}

static void print_set(const compare_set *s)
{
    text_print(stdout, "\n%s, dimension %zu\n", run_table_title(s->a).text, s->a->dim);
    printf("  target      ERT A  reached      ERT B  reached        p      B/A   95 %%\n");
    for (size_t k = 0; k < RUN_TARGETS; k++) print_target(s, k);
}

static void print_left_out(const char *name, const coco_folder *f, size_t n)
{
    if (f->n > n)
        printf("%zu pair%s of function and dimension %s only in %s\n", f->n - n, text_s(f->n - n),
               f->n - n == 1 ? "is" : "are", name);
}

void comparison_overall(const comparison *c, char b, buffer *text)
{
    const compare_all *all = &c->all;
    buffer_print(text,
                 "\noverall: of %zu targets (%zu pairs of function and dimension) both reach %zu, "
                 "only A %zu, only %c %zu, neither %zu\n",
                 all->both + all->only_a + all->only_b + all->neither, c->n, all->both, all->only_a,
                 b, all->only_b, all->neither);
    buffer_print(text, "%c/A where both do, geometric mean: %s (95 %%: %s)\n", b,
                 ratio_text(all->ratio).text, interval_text(&all->interval).text);
    buffer_print(text,
                 "surely faster: A on %zu, %c on %zu (test of Mann and Whitney: p times the number "
                 "of tests, %zu, below %g)\n",
                 all->a_faster, b, all->b_faster, count_tests(all), RANK_TEST_LEVEL);
}

void comparison_print(const comparison *c)
{
    buffer text = {.text = NULL};
    text_print(stdout, "A: %s\nB: %s\n", c->name_a, c->name_b);
    printf("ERT: expected evaluations until f_opt + target; B/A below 1: B needs fewer; p: the\n"
           "probability of such a difference by chance alone, for each target by itself\n");
    print_left_out("A", &c->a, c->n);
    print_left_out("B", &c->b, c->n);
    for (size_t i = 0; i < c->n; i++) print_set(&c->sets[i]);
    comparison_overall(c, 'B', &text);
    share_table_text(&c->shares_a, &c->shares_b, &text);
    fputs(text.text, stdout);
    buffer_free(&text);
}

/* ---- as JSON -------------------------------------------------------------------------------- */

static cJSON *shares(const size_t *reached, size_t n)
{
    double v[RUN_TARGETS];
    for (size_t k = 0; k < RUN_TARGETS; k++) v[k] = (double)reached[k] / (double)n;
    return json_from_reals(v, RUN_TARGETS);
}

static cJSON *set_json(const compare_set *s)
{
    double low[RUN_TARGETS], high[RUN_TARGETS], p[RUN_TARGETS];
    for (size_t k = 0; k < RUN_TARGETS; k++) {
        p[k] = isnan(s->ratio[k]) ? (double)NAN : s->test[k].p;
        low[k] = s->interval[k].low;
        high[k] = s->interval[k].high;
    }
    cJSON *o = cJSON_CreateObject();
    json_add(o, "function", json_from_count(s->a->function));
    json_add(o, "dim", json_from_count(s->a->dim));
    json_add(o, "runs_a", json_from_count(s->a->n));
    json_add(o, "runs_b", json_from_count(s->b->n));
    json_add(o, "ert_a", json_from_reals(s->ert_a, RUN_TARGETS));
    json_add(o, "ert_b", json_from_reals(s->ert_b, RUN_TARGETS));
    json_add(o, "success_a", shares(s->reached_a, s->a->n));
    json_add(o, "success_b", shares(s->reached_b, s->b->n));
    json_add(o, "ratio", json_from_reals(s->ratio, RUN_TARGETS));
    json_add(o, "ratio_low", json_from_reals(low, RUN_TARGETS));
    json_add(o, "ratio_high", json_from_reals(high, RUN_TARGETS));
    json_add(o, "p", json_from_reals(p, RUN_TARGETS));
    return o;
}

cJSON *comparison_object(const comparison *c)
{
    const compare_all *all = &c->all;
    cJSON *o = cJSON_CreateObject(), *list = cJSON_CreateArray(), *sum = cJSON_CreateObject();
    json_add(sum, "both", json_from_count(all->both));
    json_add(sum, "only_a", json_from_count(all->only_a));
    json_add(sum, "only_b", json_from_count(all->only_b));
    json_add(sum, "neither", json_from_count(all->neither));
    json_add(sum, "tests", json_from_count(count_tests(all)));
    json_add(sum, "level", json_from_real(RANK_TEST_LEVEL));
    json_add(sum, "a_faster", json_from_count(all->a_faster));
    json_add(sum, "b_faster", json_from_count(all->b_faster));
    json_add(sum, "ratio", json_from_real(all->ratio));
    json_add(sum, "ratio_low", json_from_real(all->interval.low));
    json_add(sum, "ratio_high", json_from_real(all->interval.high));
    for (size_t i = 0; i < c->n; i++) json_append(list, set_json(&c->sets[i]));
    json_add(o, "a", json_from_string(c->name_a));
    json_add(o, "b", json_from_string(c->name_b));
    json_add(o, "targets", json_from_reals(run_targets, RUN_TARGETS));
    json_add(o, "results", list);
    json_add(o, "overall", sum);
    json_add(o, "shares", share_table_json(&c->shares_a, &c->shares_b));
    return o;
}
