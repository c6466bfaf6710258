/* SPDX-License-Identifier: MIT
 *
 * The summary as a table and as JSON; see bench/bench_tasks.h. */
#include <stdio.h>
#include <string.h>

#include "base/json_values.h"
#include "base/text.h"
#include "bench/bench_tasks.h"
#include "bench/run_table.h"
#include "bench/shares.h"

/* Computes a figure for each target from the lengths of the runs. */
static void find_figures(const coco_set *set, double (*of)(const run_sample *),
                         double v[RUN_TARGETS])
{
    for (size_t k = 0; k < RUN_TARGETS; k++) {
        const run_sample s = run_sample_of(set, run_targets[k]);
        v[k] = of(&s);
        run_sample_free(&s);
    }
}

static void add_figures(buffer *text, const coco_set *s, double (*of)(const run_sample *))
{
    double v[RUN_TARGETS];
    find_figures(s, of, v);
    for (size_t k = 0; k < RUN_TARGETS; k++)
        buffer_print(text, " %7s", run_table_number(v[k]).text);
    buffer_add(text, "\n", 1);
}

/* The length of the longest title of a function. */
static int title_width(const coco_folder *f)
{
    size_t width = strlen("function");
    for (size_t i = 0; i < f->n; i++) {
        const size_t n = strlen(run_table_title(&f->sets[i]).text);
        if (n > width) width = n;
    }
    return (int)width;
}

static void add_set(buffer *text, const coco_set *s, int width)
{
    char solved[64];
    const run_sample final = run_sample_of(s, s->precision);
    snprintf(solved, sizeof solved, "%zu/%zu", run_successes(&final), s->n);
    buffer_print(text, "%4zu  %-*s %7s  ERT   ", s->dim, width, run_table_title(s).text, solved);
    add_figures(text, s, run_ert);
    buffer_print(text, "%*s  median", 14 + width, "");
    add_figures(text, s, run_median);
    run_sample_free(&final);
}

static void add_lists(buffer *text, const bench_plan *p)
{
    buffer_print(text, ", functions ");
    number_list_print(&p->functions, text);
    buffer_print(text, ", dimensions ");
    number_list_print(&p->dims, text);
    buffer_print(text, ", instances ");
    number_list_print(&p->instances, text);
}

static share_table find_shares(const bench_plan *p, const coco_folder *f)
{
    share_table t = {.clock = p->early ? &share_early : NULL};
    for (size_t i = 0; i < f->n; i++) share_table_add_like(&t, &f->sets[i], &f->sets[i]);
    return t;
}

void bench_summary_text(const bench_plan *p, const coco_folder *f, buffer *text)
{
    char number[TEXT_NUMBER_SIZE];
    const int width = title_width(f);
    buffer_print(text, "%s", p->suite->name);
    add_lists(text, p);
    buffer_print(text, "\nmethod %s, %s d evaluations", p->method, text_number(p->budget, number));
    buffer_print(text, ", %zu run%s per instance\n", p->runs, text_s(p->runs));
    if (p->rounds > 1)
        buffer_print(text,
                     "evaluations are counted in rounds of %zu at the same time: a round counts as "
                     "%zu, whether all are\nused or not, and its values are there at its end\n",
                     p->rounds, p->rounds);
    buffer_add(text, "\n", 1);
    buffer_print(text, " dim  %-*s  solved  f_opt +", width, "function");
    for (size_t k = 0; k < RUN_TARGETS; k++) {
        snprintf(number, sizeof number, "%.0e", run_targets[k]);
        buffer_print(text, k == 0 ? "%6s" : " %7s", number);
    }
    buffer_add(text, "\n", 1);
    for (size_t i = 0; i < f->n; i++) add_set(text, &f->sets[i], width);
    buffer_print(text,
                 "\nsolved: runs that reached %s; ERT: evaluations of all runs until the target, "
                 "divided by the\nruns that reached it; median: of evaluations until the target; "
                 "-: none of the runs, or fewer than\nhalf of them, reached it\n",
                 text_number(p->precision, number));
    share_table shares = find_shares(p, f);
    share_table_text(&shares, NULL, text);
    share_table_free(&shares);
}

static cJSON *figures(const coco_set *s, double (*of)(const run_sample *))
{
    double v[RUN_TARGETS];
    find_figures(s, of, v);
    return json_from_reals(v, RUN_TARGETS);
}

static double success_rate(const run_sample *s)
{
    return (double)run_successes(s) / (double)s->n;
}

static cJSON *set_json(const coco_set *s)
{
    const run_sample final = run_sample_of(s, s->precision);
    double evaluations = 0;
    for (size_t i = 0; i < s->n; i++) evaluations += final.total[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "function", json_from_count(s->function));
    json_add(o, "dim", json_from_count(s->dim));
    json_add(o, "runs", json_from_count(s->n));
    json_add(o, "solved", json_from_count(run_successes(&final)));
    json_add(o, "evaluations", json_from_real(evaluations));
    json_add(o, "ert", figures(s, run_ert));
    json_add(o, "median", figures(s, run_median));
    json_add(o, "success", figures(s, success_rate));
    run_sample_free(&final);
    return o;
}

void bench_summary_json(const bench_plan *p, const coco_folder *f)
{
    cJSON *o = cJSON_CreateObject(), *list = cJSON_CreateArray(), *settings = cJSON_CreateObject();
    const task_identity id = bench_plan_identity(p);
    share_table shares = find_shares(p, f);
    id.add(p, settings);
    for (size_t i = 0; i < f->n; i++) json_append(list, set_json(&f->sets[i]));
    json_add(o, "folder", json_from_string(p->out.text));
    json_add(o, "settings", settings);
    json_add(o, "targets", json_from_reals(run_targets, RUN_TARGETS));
    json_add(o, "results", list);
    json_add(o, "shares", share_table_json(&shares, NULL));
    json_print(o);
    share_table_free(&shares);
}
