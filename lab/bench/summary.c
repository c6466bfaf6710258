/* SPDX-License-Identifier: MIT
 *
 * The summary as a table and as JSON; see bench/summary.h. */
#include "bench/summary.h"

#include <stdio.h>
#include <string.h>

#include "base/json_values.h"
#include "base/text.h"
#include "bench/run_table.h"
#include "bench/shares.h"

enum { TITLE_SIZE = 128 };

/* One line of figures, a function of the sample of each target. */
static void add_figures(buffer *text, const run_table *t, double (*figure)(const run_sample *))
{
    char number[32];
    for (size_t k = 0; k < RUN_TARGETS; k++) {
        const run_sample s = run_table_sample(t, k);
        run_table_number(figure(&s), number, sizeof number);
        buffer_print(text, " %7s", number);
    }
    buffer_add(text, "\n", 1);
}

/* The longest title of a function. */
static int title_width(const coco_folder *f)
{
    char title[TITLE_SIZE];
    size_t width = strlen("function");
    for (size_t i = 0; i < f->n; i++) {
        run_table_title(&f->sets[i], title, sizeof title);
        if (strlen(title) > width) width = strlen(title);
    }
    return (int)width;
}

static void add_set(buffer *text, const coco_set *s, int width)
{
    char title[TITLE_SIZE], solved[64];
    run_table t;
    text->failed |= run_table_open(&t, s) != 0;
    if (text->failed) return;
    const run_sample final = run_table_final(&t);
    run_table_title(s, title, sizeof title);
    snprintf(solved, sizeof solved, "%zu/%zu", run_successes(&final), s->n);
    buffer_print(text, "%4zu  %-*s %7s  ERT   ", s->dim, width, title, solved);
    add_figures(text, &t, run_ert);
    buffer_print(text, "%*s  median", 14 + width, "");
    add_figures(text, &t, run_median);
    run_table_close(&t);
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

/* Returns 0, or -1 without memory; share_table_free() in either case. */
static int find_shares(const coco_folder *f, share_table *t)
{
    char group[SHARE_GROUP_SIZE];
    int status = 0;
    *t = (share_table){.rows = NULL};
    for (size_t i = 0; i < f->n && status == 0; i++) {
        run_table_group(&f->sets[i], group, sizeof group);
        status = share_table_add(t, &f->sets[i], group);
    }
    return status;
}

static void add_shares(buffer *text, const coco_folder *f)
{
    share_table t;
    text->failed |= find_shares(f, &t) != 0;
    share_table_text(&t, NULL, text);
    share_table_free(&t);
}

void bench_summary_text(const bench_plan *p, const coco_folder *f, buffer *text)
{
    char number[TEXT_NUMBER_SIZE];
    const int width = title_width(f);
    buffer_print(text, "%s", p->suite->name);
    add_lists(text, p);
    buffer_print(text, "\nmethod %s, %s d evaluations", p->method, text_number(p->budget, number));
    buffer_print(text, ", %zu run%s per instance\n\n", p->runs, p->runs == 1 ? "" : "s");
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
    add_shares(text, f);
}

/* An array with a figure of each target. */
static cJSON *figures(const run_table *t, double (*figure)(const run_sample *))
{
    double v[RUN_TARGETS];
    for (size_t k = 0; k < RUN_TARGETS; k++) {
        const run_sample s = run_table_sample(t, k);
        v[k] = figure(&s);
    }
    return json_from_reals(v, RUN_TARGETS);
}

static double success_rate(const run_sample *s)
{
    return (double)run_successes(s) / (double)s->n;
}

static cJSON *set_json(const coco_set *s)
{
    run_table t;
    if (run_table_open(&t, s) != 0) return NULL;
    const run_sample final = run_table_final(&t);
    double evaluations = 0;
    for (size_t i = 0; i < t.n; i++) evaluations += t.total[i];
    cJSON *o = cJSON_CreateObject();
    int complete = json_add(o, "function", json_from_count(s->function));
    complete &= json_add(o, "dim", json_from_count(s->dim));
    complete &= json_add(o, "runs", json_from_count(s->n));
    complete &= json_add(o, "solved", json_from_count(run_successes(&final)));
    complete &= json_add(o, "evaluations", json_from_real(evaluations));
    complete &= json_add(o, "ert", figures(&t, run_ert));
    complete &= json_add(o, "median", figures(&t, run_median));
    complete &= json_add(o, "success", figures(&t, success_rate));
    run_table_close(&t);
    return json_whole(o, complete);
}

static cJSON *shares_json(const coco_folder *f)
{
    share_table t;
    cJSON *o = find_shares(f, &t) == 0 ? share_table_json(&t, NULL) : NULL;
    share_table_free(&t);
    return o;
}

int bench_summary_json(const bench_plan *p, const coco_folder *f)
{
    cJSON *o = cJSON_CreateObject(), *list = cJSON_CreateArray(), *settings = cJSON_CreateObject();
    const task_identity id = bench_plan_identity(p);
    int complete = task_identity_add(&id, settings);
    for (size_t i = 0; i < f->n; i++) complete &= json_append(list, set_json(&f->sets[i]));
    complete &= json_add(o, "folder", json_from_string(p->out.text));
    complete &= json_add(o, "settings", settings);
    complete &= json_add(o, "targets", json_from_reals(run_targets, RUN_TARGETS));
    complete &= json_add(o, "results", list);
    complete &= json_add(o, "shares", shares_json(f));
    return json_print(o, complete);
}
