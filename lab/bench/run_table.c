/* SPDX-License-Identifier: MIT
 *
 * Run lengths by target; see bench/run_table.h. */
#include "bench/run_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "nes/problems.h"

const double run_targets[RUN_TARGETS] = {1e1, 1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};

run_sample run_sample_of(const coco_set *s, double target)
{
    double *hit = memory_zeros(2 * s->n, sizeof *hit), *total = hit + s->n;
    for (size_t i = 0; i < s->n; i++) {
        hit[i] = coco_hit(&s->runs[i], target);
        total[i] = s->runs[i].evaluations;
    }
    return (run_sample){s->n, hit, total};
}

void run_sample_free(const run_sample *s)
{
    free((void *)s->hit);
}

/* Makes the function of a set, to learn its name and group; null for a suite that is not ours. Both
 * are the same in every dimension, and the first dimension is made quickest. */
static nes_problem *function_of(const coco_set *s)
{
    const nes_suite *suite = nes_suite_find(s->suite);
    char id[128];
    nes_problem *p = NULL;
    if (suite == NULL) return NULL;
    nes_suite_id(suite, s->function, 1, suite->dims[0], id, sizeof id);
    return nes_problem_create(&p, id, NULL, 0) == NES_OK ? p : NULL;
}

run_text run_table_title(const coco_set *s)
{
    nes_problem *p = function_of(s);
    run_text t;
    snprintf(t.text, sizeof t.text, p == NULL ? "f%zu" : "f%zu %s", s->function,
             p == NULL ? "" : nes_problem_name(p));
    nes_problem_destroy(p);
    return t;
}

void run_table_group(const coco_set *s, char *text, size_t size)
{
    nes_problem *p = function_of(s);
    const char *group = p == NULL ? NULL : nes_problem_group(p);
    snprintf(text, size, "%s", group == NULL ? "" : group);
    nes_problem_destroy(p);
}

run_text run_table_number(double v)
{
    run_text t;
    const int exponent = isfinite(v) && v >= 999999.5 ? (int)floor(log10(v)) : 0;
    if (!isfinite(v))
        snprintf(t.text, sizeof t.text, "-");
    else if (exponent > 0)
        snprintf(t.text, sizeof t.text, "%.2fe%d", v / pow(10, exponent), exponent);
    else
        snprintf(t.text, sizeof t.text, v < 99.95 ? "%.3g" : "%.0f", v);
    return t;
}

void run_table_print_set(const coco_set *s)
{
    char precision[TEXT_NUMBER_SIZE];
    const run_sample final = run_sample_of(s, s->precision);
    text_print(stdout, "dimension %-3zu %-34s %zu of %zu run%s reached %s, ERT %s\n", s->dim,
               run_table_title(s).text, run_successes(&final), s->n, text_s(s->n),
               text_number(s->precision, precision), run_table_number(run_ert(&final)).text);
    run_sample_free(&final);
}
