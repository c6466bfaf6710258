/* SPDX-License-Identifier: MIT
 *
 * The figures of a comparison for other programs: CSV and JSON; see compare/compare_report.h. */
#include <math.h>
#include <string.h>

#include "base/json_values.h"
#include "base/text.h"
#include "compare/compare_report.h"

/* The figures of a method for a target, and their names. */
enum { FIGURES = 7 };
static const char *const names[FIGURES] = {"reached", "share_low", "share_high", "ert",
                                           "ert_low", "ert_high",  "median"};

static void list_figures(const target_figures *f, double v[FIGURES])
{
    const double all[FIGURES] = {(double)f->reached,  f->share.low,         f->share.high, f->ert,
                                 f->ert_interval.low, f->ert_interval.high, f->median};
    memcpy(v, all, sizeof all);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void add_real(buffer *csv, double v)
{
    char text[TEXT_NUMBER_SIZE];
    buffer_print(csv, ",%s", isnan(v) ? "nan" : text_number(v, text));
}

void compare_report_figures(const compare_results *r, buffer *csv)
{
    const compare_plan *p = r->plan;
    buffer_print(csv, "problem,method,target,runs");
    for (size_t n = 0; n < FIGURES; n++) buffer_print(csv, ",%s", names[n]);
    buffer_print(csv, "\n");
    for (size_t i = 0; i < p->n_problems; i++)
        for (size_t m = 0; m < p->methods.n; m++)
            for (size_t k = 0; k < r->references[i].n_shown; k++) {
                double v[FIGURES];
                list_figures(&compare_results_cell(r, i, m)->figures[k], v);
                buffer_print(csv, "%s,%s", p->problems[i].id, p->methods.v[m].text);
                add_real(csv, r->references[i].shown[k]);
                add_real(csv, (double)p->runs);
                for (size_t n = 0; n < FIGURES; n++) add_real(csv, v[n]);
                buffer_print(csv, "\n");
            }
}

void compare_report_finals(const compare_results *r, buffer *csv)
{
    const compare_plan *p = r->plan;
    buffer_print(csv, "problem,method,runs,best,better_quarter,median,worse_quarter\n");
    for (size_t i = 0; i < p->n_problems; i++)
        for (size_t m = 0; m < p->methods.n; m++) {
            const final_values *f = &compare_results_cell(r, i, m)->finals;
            buffer_print(csv, "%s,%s", p->problems[i].id, p->methods.v[m].text);
            add_real(csv, (double)p->runs);
            add_real(csv, f->best);
            add_real(csv, f->better_quarter);
            add_real(csv, f->median);
            add_real(csv, f->worse_quarter);
            buffer_print(csv, "\n");
        }
}

void compare_report_tests(const compare_results *r, buffer *csv)
{
    const compare_plan *p = r->plan;
    buffer_print(csv, "problem,a,b,a_better,p\n");
    for (size_t i = 0; i < p->n_problems; i++)
        for (size_t a = 0; a < p->methods.n; a++)
            for (size_t b = a + 1; b < p->methods.n; b++) {
                const rank_result *t = rank_pair(&r->ranks[i], a, b);
                buffer_print(csv, "%s,%s,%s", p->problems[i].id, p->methods.v[a].text,
                             p->methods.v[b].text);
                add_real(csv, t->better);
                add_real(csv, t->p);
                buffer_print(csv, "\n");
            }
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static cJSON *method_json(const compare_results *r, size_t problem, size_t method)
{
    const reference *ref = &r->references[problem];
    const compare_cell *c = compare_results_cell(r, problem, method);
    double v[FIGURES][REFERENCE_SHOWN], row[FIGURES];
    for (size_t k = 0; k < ref->n_shown; k++) {
        list_figures(&c->figures[k], row);
        for (size_t n = 0; n < FIGURES; n++) v[n][k] = row[n];
    }
    cJSON *o = cJSON_CreateObject();
    json_add(o, "method", json_from_string(r->plan->methods.v[method].text));
    for (size_t n = 0; n < FIGURES; n++) json_add(o, names[n], json_from_reals(v[n], ref->n_shown));
    json_add(o, "final_best", json_from_real(c->finals.best));
    json_add(o, "final_better_quarter", json_from_real(c->finals.better_quarter));
    json_add(o, "final_median", json_from_real(c->finals.median));
    json_add(o, "final_worse_quarter", json_from_real(c->finals.worse_quarter));
    return o;
}

static cJSON *pair_json(const compare_results *r, size_t problem, size_t a, size_t b)
{
    const rank_result *t = rank_pair(&r->ranks[problem], a, b);
    const rank_table *ranks = &r->ranks[problem];
    const bool decided = rank_is_better(ranks, a, b) || rank_is_better(ranks, b, a);
    const size_t best = t->better > 0.5 ? a : b;
    cJSON *o = cJSON_CreateObject();
    json_add(o, "a", json_from_string(r->plan->methods.v[a].text));
    json_add(o, "b", json_from_string(r->plan->methods.v[b].text));
    json_add(o, "a_better", json_from_real(t->better));
    json_add(o, "p", json_from_real(t->p));
    json_add(o, "better", json_from_string(decided ? r->plan->methods.v[best].text : NULL));
    return o;
}

static cJSON *problem_json(const compare_results *r, size_t i)
{
    static const char *const kinds[] = {[REFERENCE_OPTIMUM] = "optimum",
                                        [REFERENCE_TARGET] = "target",
                                        [REFERENCE_BEST] = "best found"};
    const compare_plan *p = r->plan;
    const reference *ref = &r->references[i];
    cJSON *o = cJSON_CreateObject(), *methods = cJSON_CreateArray(), *tests = cJSON_CreateArray();
    json_add(o, "problem", json_from_string(p->problems[i].title));
    json_add(o, "dim", json_from_count(p->problems[i].dim));
    json_add(o, "reference", json_from_string(kinds[ref->kind]));
    json_add(o, "base", json_from_real(0.0 + compare_plan_sign(p) * ref->base));
    json_add(o, "unit", json_from_real(ref->unit));
    json_add(o, "targets", json_from_reals(ref->shown, ref->n_shown));
    for (size_t m = 0; m < p->methods.n; m++) json_append(methods, method_json(r, i, m));
    for (size_t a = 0; a < p->methods.n; a++)
        for (size_t b = a + 1; b < p->methods.n; b++) json_append(tests, pair_json(r, i, a, b));
    json_add(o, "methods", methods);
    json_add(o, "tests", tests);
    return o;
}

static cJSON *overall_json(const compare_results *r, size_t method)
{
    double shares[SHARE_TIMES];
    cJSON *o = cJSON_CreateObject();
    compare_report_shares(r, method, shares);
    json_add(o, "method", json_from_string(r->plan->methods.v[method].text));
    json_add(o, "share", json_from_reals(shares, SHARE_TIMES));
    return o;
}

void compare_report_json(const compare_results *r)
{
    const task_identity id = compare_plan_identity(r->plan);
    cJSON *o = cJSON_CreateObject(), *settings = cJSON_CreateObject();
    cJSON *problems = cJSON_CreateArray(), *overall = cJSON_CreateArray();
    id.add(r->plan, settings);
    for (size_t i = 0; i < r->plan->n_problems; i++) json_append(problems, problem_json(r, i));
    for (size_t m = 0; m < r->plan->methods.n; m++) json_append(overall, overall_json(r, m));
    json_add(o, "folder", json_from_string(r->plan->out));
    json_add(o, "settings", settings);
    json_add(o, "results", problems);
    json_add(o, "overall", overall);
    json_print(o);
}
