/* SPDX-License-Identifier: MIT
 *
 * Tables and sentences of a comparison; see compare/compare_report.h. */
#include "compare/compare_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/grid.h"
#include "base/text.h"
#include "bench/run_table.h"

/* ---- one problem ---------------------------------------------------------------------------- */

static void add_interval(grid *g, const interval *i)
{
    if (isfinite(i->low))
        grid_add(g, "%s .. %s", run_table_number(i->low).text,
                 isfinite(i->high) ? run_table_number(i->high).text : "inf");
    else
        grid_add(g, "-");
}

static void add_target(grid *g, const char *method, double target, const target_figures *f,
                       size_t runs)
{
    grid_add(g, "%.3g", target);
    grid_add(g, "%s", method);
    grid_add(g, "%zu/%zu", f->reached, runs);
    grid_add(g, "%.0f .. %.0f", 100 * f->share.low, 100 * f->share.high);
    grid_add(g, "%s", run_table_number(f->ert).text);
    add_interval(g, &f->ert_interval);
    grid_add(g, "%s", run_table_number(f->median).text);
}

/* Makes the table of a problem, by target, then method: rows to be compared stand one below the
 * other. */
static grid problem_grid(const compare_results *r, size_t problem)
{
    static const char *const heading[] = {"target", "method", "reached", "% (95 %)",
                                          "ERT",    "95 %",   "median"};
    enum { N = sizeof heading / sizeof *heading };
    const compare_plan *p = r->plan;
    const reference *ref = &r->references[problem];
    grid g = {.columns = N, .left = 2};
    for (size_t i = 0; i < N; i++) grid_add(&g, "%s", heading[i]);
    for (size_t k = 0; k < ref->n_shown; k++)
        for (size_t m = 0; m < p->methods.n; m++)
            add_target(&g, p->methods.v[m].text, ref->shown[k],
                       &compare_results_cell(r, problem, m)->figures[k], p->runs);
    return g;
}

/* Makes the table of the values with which runs ended. */
static grid finals_grid(const compare_results *r, size_t problem)
{
    static const char *const heading[] = {"final values", "best", "25 %", "median", "75 %"};
    enum { N = sizeof heading / sizeof *heading };
    grid g = {.columns = N, .left = 1};
    for (size_t i = 0; i < N; i++) grid_add(&g, "%s", heading[i]);
    for (size_t m = 0; m < r->plan->methods.n; m++) {
        const final_values *f = &compare_results_cell(r, problem, m)->finals;
        grid_add(&g, "%s", r->plan->methods.v[m].text);
        grid_add(&g, "%.7g", f->best);
        grid_add(&g, "%.7g", f->better_quarter);
        grid_add(&g, "%.7g", f->median);
        grid_add(&g, "%.7g", f->worse_quarter);
    }
    return g;
}

/* Appends the names of the methods against which the best one is better, or is not. Returns how
 * many. */
static size_t add_names(const compare_results *r, const rank_table *t, bool better, buffer *text)
{
    size_t n = 0;
    for (size_t m = 0; m < t->n; m++)
        if (m != t->best && rank_is_better(t, t->best, m) == better)
            buffer_print(text, "%s%s", n++ == 0 ? "" : ", ", r->plan->methods.v[m].text);
    return n;
}

/* Appends a sentence on which method was better. */
static void add_verdict(const compare_results *r, size_t problem, buffer *text)
{
    const rank_table *t = &r->ranks[problem];
    const char *best = r->plan->methods.v[t->best].text;
    buffer better = {.text = NULL}, open = {.text = NULL};
    const size_t n_better = add_names(r, t, true, &better), n_open = add_names(r, t, false, &open);
    if (n_better > 0)
        buffer_print(text, "%s is better than %s", best, better.text);
    else
        buffer_print(text, t->ahead ? "not decided; %s was ahead" : "not decided", best);
    if (n_better > 0 && n_open > 0) buffer_print(text, "; not decided against %s", open.text);
    buffer_free(&better);
    buffer_free(&open);
}

static void add_problem(const compare_results *r, size_t problem, bool markdown, buffer *text)
{
    const compare_problem *b = &r->plan->problems[problem];
    char sentence[320];
    reference_text(&r->references[problem], compare_plan_sign(r->plan), sentence, sizeof sentence);
    buffer_print(text, markdown ? "\n## %s\n\nDimension %zu; %s.\n\n" : "\n%s, dimension %zu\n%s\n",
                 b->title, b->dim, sentence);
    grid g = problem_grid(r, problem);
    (markdown ? grid_markdown : grid_text)(&g, text);
    grid_free(&g);
    buffer_print(text, "\n");
    g = finals_grid(r, problem);
    (markdown ? grid_markdown : grid_text)(&g, text);
    grid_free(&g);
    if (r->plan->methods.n == 1) return;
    buffer_print(text, markdown ? "\n**" : "");
    add_verdict(r, problem, text);
    buffer_print(text, markdown ? ".**\n" : "\n");
}

/* ---- all problems --------------------------------------------------------------------------- */

void compare_report_shares(const compare_results *r, size_t method, double shares[SHARE_TIMES])
{
    curve c = {.hits = NULL};
    for (size_t i = 0; i < r->plan->n_problems; i++)
        curve_add(&c, &compare_results_cell(r, i, method)->runs, r->references[i].targets,
                  r->references[i].n);
    for (size_t k = 0; k < SHARE_TIMES; k++) shares[k] = curve_share(&c, share_times[k]);
    curve_free(&c);
}

/* Counts the problems on which the method is better than every other one. */
static size_t count_wins(const compare_results *r, size_t method)
{
    size_t wins = 0;
    for (size_t i = 0; i < r->plan->n_problems; i++) {
        size_t better = 0;
        for (size_t m = 0; m < r->plan->methods.n; m++)
            better += rank_is_better(&r->ranks[i], method, m) ? 1 : 0;
        wins += better > 0 && better + 1 == r->plan->methods.n ? 1 : 0;
    }
    return wins;
}

static void add_overall(const compare_results *r, bool markdown, buffer *text)
{
    const compare_plan *p = r->plan;
    grid g = {.columns = SHARE_TIMES + 2, .left = 1};
    grid_add(&g, "targets reached, %%, after");
    for (size_t k = 0; k < SHARE_TIMES; k++) grid_add(&g, "%s", share_time_names[k]);
    grid_add(&g, "best");
    for (size_t m = 0; m < p->methods.n; m++) {
        double shares[SHARE_TIMES];
        compare_report_shares(r, m, shares);
        grid_add(&g, "%s", p->methods.v[m].text);
        for (size_t k = 0; k < SHARE_TIMES; k++) grid_add(&g, "%.1f", 100 * shares[k]);
        grid_add(&g, "%zu/%zu", count_wins(r, m), p->n_problems);
    }
    buffer_print(text, markdown ? "\n## All problems\n\n" : "\nall problems\n");
    (markdown ? grid_markdown : grid_text)(&g, text);
    grid_free(&g);
}

static void add_legend(bool markdown, buffer *text)
{
    buffer_print(text, "%s",
                 markdown
                     ? "\n*reached*: runs that reached the target, and the 95 % interval of "
                       "their share (Wilson). *ERT*: evaluations of all runs until the target, "
                       "divided by the runs that reached it, and its 95 % interval "
                       "(bootstrap). *median*: of the evaluations until the target. *-*: no "
                       "run, or fewer than half of them, reached it. *best*: problems on which "
                       "the method is better than every other.\n\n"
                       "*Better* is decided by the test of Mann and Whitney: runs that reached "
                       "the last target rank by their evaluations, and before all others, "
                       "which rank by how close they came; where no target is known, all rank by "
                       "their final values. The chance of any wrong decision in the whole "
                       "comparison is at most 5 %. *final values*: those of the best run, and "
                       "which so many per cent of the runs have reached.\n"
                     : "\nreached: runs that reached the target, 95 % interval of their share; "
                       "ERT: evaluations of all runs\nuntil the target, divided by the runs "
                       "that reached it, with bootstrap interval; median: of the\nevaluations "
                       "until the target; -: no run, or fewer than half of them, reached it. "
                       "Better: by ranks\nof the runs (Mann-Whitney), with at most 5 % chance "
                       "of any wrong decision in all; where no target\nis known, by final values; "
                       "best: problems on which a method is better than every other\n");
}

static void add_heading(const compare_plan *p, buffer *text)
{
    buffer_print(text,
                 "# Comparison of methods\n\nWritten by `nes compare`, version %s: %zu run%s "
                 "of each method on each problem, ",
                 nes_version(), p->runs, text_s(p->runs));
    char number[TEXT_NUMBER_SIZE];
    if (isnan(p->budget))
        buffer_print(text, "at most %llu evaluations each. ",
                     (unsigned long long)p->common.max_evals);
    else
        buffer_print(text, "at most %s evaluations per dimension each. ",
                     text_number(p->budget, number));
    buffer_print(text, "Run k has the seed %llu + k - 1.\n", (unsigned long long)p->common.seed);
}

static void add_pictures(const compare_plan *p, buffer *text)
{
    char room[COMPARE_NAME];
    const char *name;
    buffer_print(text, "\n");
    for (size_t i = 0; (name = compare_picture_name(p, i, room)) != NULL; i++)
        buffer_print(text, "![share of targets reached against evaluations](%s.png)\n", name);
    buffer_print(text,
                 "\nShare of all pairs of a run and a target that were reached within so many "
                 "evaluations, divided by the dimension.\n");
}

static void add_all(const compare_results *r, bool markdown, buffer *text)
{
    for (size_t i = 0; i < r->plan->n_problems; i++) add_problem(r, i, markdown, text);
    add_overall(r, markdown, text);
    add_legend(markdown, text);
}

void compare_report_text(const compare_results *r, buffer *text)
{
    add_all(r, false, text);
}

void compare_report_markdown(const compare_results *r, buffer *text)
{
    add_heading(r->plan, text);
    add_pictures(r->plan, text);
    add_all(r, true, text);
}
