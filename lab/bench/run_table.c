/* SPDX-License-Identifier: MIT
 *
 * Run lengths by target; see bench/run_table.h. */
#include "bench/run_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "nes/problems.h"

const double run_targets[RUN_TARGETS] = {1e1, 1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};

int run_table_open(run_table *t, const coco_set *s)
{
    const size_t n = s->n;
    *t = (run_table){.n = n, .total = calloc((RUN_TARGETS + 2) * n + 1, sizeof *t->total)};
    if (t->total == NULL) return -1;
    t->final = t->total + n;
    for (size_t k = 0; k < RUN_TARGETS; k++) t->hit[k] = t->total + (k + 2) * n;
    for (size_t i = 0; i < n; i++) {
        t->total[i] = s->runs[i].evaluations;
        t->final[i] = coco_hit(&s->runs[i], s->precision);
        for (size_t k = 0; k < RUN_TARGETS; k++)
            t->hit[k][i] = coco_hit(&s->runs[i], run_targets[k]);
    }
    return 0;
}

void run_table_close(run_table *t)
{
    free(t->total);
    t->total = NULL;
}

run_sample run_table_sample(const run_table *t, size_t target)
{
    return (run_sample){t->n, t->hit[target], t->total};
}

run_sample run_table_final(const run_table *t)
{
    return (run_sample){t->n, t->final, t->total};
}

/* The function, for what is said of it; null for a suite that is not ours. Name and group are the
 * same in every dimension, and the first one is made quickest. */
static nes_problem *function_of(const coco_set *s)
{
    const nes_suite *suite = nes_suite_find(s->suite);
    char id[128];
    nes_problem *p = NULL;
    if (suite == NULL) return NULL;
    nes_suite_id(suite, s->function, 1, suite->dims[0], id, sizeof id);
    return nes_problem_create(&p, id, NULL, 0) == NES_OK ? p : NULL;
}

void run_table_title(const coco_set *s, char *text, size_t size)
{
    nes_problem *p = function_of(s);
    if (p == NULL)
        snprintf(text, size, "f%zu", s->function);
    else
        snprintf(text, size, "f%zu %s", s->function, nes_problem_name(p));
    nes_problem_destroy(p);
}

void run_table_group(const coco_set *s, char *text, size_t size)
{
    nes_problem *p = function_of(s);
    const char *group = p == NULL ? NULL : nes_problem_group(p);
    snprintf(text, size, "%s", group == NULL ? "" : group);
    nes_problem_destroy(p);
}

void run_table_number(double v, char *text, size_t size)
{
    if (!isfinite(v)) {
        snprintf(text, size, "-");
    } else if (v < 999999.5) {
        snprintf(text, size, v < 99.95 ? "%.3g" : "%.0f", v);
    } else {
        const int exponent = (int)floor(log10(v));
        snprintf(text, size, "%.2fe%d", v / pow(10, exponent), exponent);
    }
}

void run_table_print_set(const coco_set *s)
{
    char title[128], ert[32], precision[TEXT_NUMBER_SIZE];
    run_table t;
    if (run_table_open(&t, s) != 0) return;
    const run_sample final = run_table_final(&t);
    run_table_title(s, title, sizeof title);
    run_table_number(run_ert(&final), ert, sizeof ert);
    text_print(stdout, "dimension %-3zu %-34s %zu of %zu runs reached %s, ERT %s\n", s->dim, title,
               run_successes(&final), s->n, text_number(s->precision, precision), ert);
    run_table_close(&t);
}
