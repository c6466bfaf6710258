/* SPDX-License-Identifier: MIT
 *
 * From the tables of raw data to figures; see compare/results.h. */
#include "compare/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/run_table.h"
#include "compare/compare_tasks.h"
#include "experiment/data.h"

compare_cell *compare_results_cell(const compare_results *r, size_t problem, size_t method)
{
    return &r->cells[problem * r->plan->methods.n + method];
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Selects columns of the rows of a method on a problem. */
static sqlite3_stmt *select_rows(sqlite3 *db, const compare_plan *p, size_t problem, size_t method,
                                 const char *columns, const char *table)
{
    return data_select(db, columns, table, "%s,%s", p->problems[problem].id,
                       p->methods.v[method].text);
}

/* Reads the runs of a cell; values are as in the table. */
static int read_cell(compare_results *r, sqlite3 *db, size_t problem, size_t method)
{
    const compare_plan *p = r->plan;
    coco_set *s = &compare_results_cell(r, problem, method)->runs;
    sqlite3_stmt *q = select_rows(db, p, problem, method, "evaluations", "runs");
    size_t n = 0;
    bool fine = true;
    *s = (coco_set){.dim = p->problems[problem].dim, .runs = coco_runs(p->runs), .n = p->runs};
    for (; sqlite3_step(q) == SQLITE_ROW; n++)
        if (n < p->runs) s->runs[n].evaluations = data_real(q, 0);
    sqlite3_finalize(q);
    if (n != p->runs)
        return text_error(EXIT_FILES,
                          "%s/runs.csv lacks runs, or is damaged; remove the folder to run again",
                          p->out);
    q = select_rows(db, p, problem, method, "run, evaluations, best", "improvements");
    while (fine && sqlite3_step(q) == SQLITE_ROW) {
        const double run = data_real(q, 0);
        fine = run >= 1 && run <= (double)s->n;
        if (fine)
            coco_run_add(&s->runs[(size_t)run - 1], (coco_step){data_real(q, 1), data_real(q, 2)});
    }
    sqlite3_finalize(q);
    if (fine) return EXIT_OK;
    return text_error(EXIT_FILES, "%s/improvements.csv is damaged; remove the folder to run again",
                      p->out);
}

/* ---- distances ------------------------------------------------------------------------------ */

/* Finds the best value of all runs on a problem and the median of their first values; smaller is
 * better. */
static int find_extent(const compare_results *r, size_t problem, double *best, double *first)
{
    const compare_plan *p = r->plan;
    const double sign = compare_plan_sign(p);
    double *v = memory_zeros(p->methods.n * p->runs, sizeof *v);
    size_t n = 0;
    *best = INFINITY;
    for (size_t m = 0; m < p->methods.n; m++)
        for (size_t i = 0; i < p->runs; i++) {
            const coco_run *run = &compare_results_cell(r, problem, m)->runs.runs[i];
            if (run->n == 0) continue;
            v[n++] = sign * run->steps[0].precision;
            *best = fmin(*best, sign * run->steps[run->n - 1].precision);
        }
    *first = sample_median((sample){n, v});
    free(v);
    if (n > 0) return EXIT_OK;
    return text_error(EXIT_OBJECTIVE,
                      "%s: no run found a finite value; check the objective at the start point "
                      "(`nes eval` prints single values) or move the start with --x0 or bounds",
                      p->problems[problem].title);
}

/* Finds the values with which the runs of a cell ended. */
static final_values find_finals(const coco_set *s, double sign)
{
    double *v = memory_zeros(s->n, sizeof *v);
    for (size_t i = 0; i < s->n; i++) {
        const coco_run *run = &s->runs[i];
        v[i] = run->n > 0 ? sign * run->steps[run->n - 1].precision : INFINITY;
    }
    const sample all = {s->n, v};
    const final_values f = {sign * sample_ranked(all, 0), sign * sample_quantile(all, 0.25),
                            sign * sample_median(all), sign * sample_quantile(all, 0.75)};
    free(v);
    return f;
}

/* Turns values into distances. */
static void measure(compare_cell *c, const reference *ref, double sign)
{
    c->runs.precision = reference_final(ref);
    for (size_t i = 0; i < c->runs.n; i++) {
        coco_run *run = &c->runs.runs[i];
        for (size_t k = 0; k < run->n; k++)
            run->steps[k].precision = reference_distance(ref, sign * run->steps[k].precision);
        if (run->n > 0) run->precision = run->steps[run->n - 1].precision;
    }
}

/* ---- figures -------------------------------------------------------------------------------- */

static void find_figures(compare_cell *c, const reference *ref)
{
    for (size_t k = 0; k < ref->n_shown; k++) {
        const run_sample s = run_sample_of(&c->runs, ref->shown[k]);
        target_figures *f = &c->figures[k];
        f->reached = run_successes(&s);
        f->share = share_interval(f->reached, s.n);
        f->ert = run_ert(&s);
        f->median = run_median(&s);
        f->ert_interval = run_ert_interval(&s);
        run_sample_free(&s);
    }
}

/* The tests are all pairs of methods on all problems. Where no target is known, none is reached,
 * and final values are what is compared. */
static void find_ranks(compare_results *r, size_t problem)
{
    const size_t n = r->plan->methods.n, tests = r->plan->n_problems * n * (n - 1) / 2;
    const coco_set **sets = memory_zeros(n, sizeof *sets);
    coco_set *copies = memory_zeros(n, sizeof *copies);
    for (size_t m = 0; m < n; m++) {
        copies[m] = compare_results_cell(r, problem, m)->runs;
        if (r->references[problem].kind == REFERENCE_BEST) copies[m].precision = -INFINITY;
        sets[m] = &copies[m];
    }
    rank_table_open(&r->ranks[problem], sets, n, tests);
    free(copies);
    free(sets);
}

static int find_all(compare_results *r, sqlite3 *db, size_t problem)
{
    const compare_plan *p = r->plan;
    reference *ref = &r->references[problem];
    double best = NAN, first = NAN;
    int status = EXIT_OK;
    for (size_t m = 0; m < p->methods.n && status == EXIT_OK; m++)
        status = read_cell(r, db, problem, m);
    if (status == EXIT_OK) status = find_extent(r, problem, &best, &first);
    if (status != EXIT_OK) return status;
    reference_open(ref, p, problem, best, first);
    for (size_t m = 0; m < p->methods.n; m++) {
        compare_cell *c = compare_results_cell(r, problem, m);
        c->finals = find_finals(&c->runs, compare_plan_sign(p));
        measure(c, ref, compare_plan_sign(p));
        find_figures(c, ref);
    }
    find_ranks(r, problem);
    return EXIT_OK;
}

int compare_results_open(compare_results *r, const compare_plan *p)
{
    sqlite3 *db = data_open();
    *r = (compare_results){.plan = p};
    r->cells = memory_zeros(p->n_problems * p->methods.n, sizeof *r->cells);
    r->references = memory_zeros(p->n_problems, sizeof *r->references);
    r->ranks = memory_zeros(p->n_problems, sizeof *r->ranks);
    int status = data_read(db, p->out, "runs", COMPARE_LABELS, NULL);
    if (status == EXIT_OK) status = data_read(db, p->out, "improvements", COMPARE_LABELS, NULL);
    for (size_t i = 0; i < p->n_problems && status == EXIT_OK; i++) status = find_all(r, db, i);
    sqlite3_close(db);
    return status;
}

void compare_results_close(compare_results *r)
{
    const size_t problems = r->plan->n_problems, cells = problems * r->plan->methods.n;
    for (size_t i = 0; i < cells; i++) coco_set_free(&r->cells[i].runs);
    for (size_t i = 0; i < problems; i++) {
        reference_close(&r->references[i]);
        rank_table_close(&r->ranks[i]);
    }
    free(r->cells);
    free(r->references);
    free(r->ranks);
}
