/* SPDX-License-Identifier: MIT
 *
 * E10: the energies of Lennard-Jones clusters that (1+1)-SNES finds, against the number of atoms,
 * and two of the clusters. Runs and claims; the figures are in e10_figures.c. */
#include <math.h>
#include <stdio.h>

#include "experiment/agreement.h"
#include "experiment/e10_clusters.h"
#include "experiment/experiments.h"

enum { RUNS = 100, QUICK_RUNS = 40, REFERENCE_RUNS = 100 };

/* A run is at the optimum if it comes that close. */
static const double CLOSE = 0.01;

/* How many of 100 runs ended at the optimum. */
static const struct {
    size_t atoms, hits;
} reference_hits[] = {{3, 100}, {4, 99},  {5, 100}, {6, 2},  {7, 28}, {8, 54}, {9, 19},
                      {10, 8},  {11, 17}, {12, 5},  {13, 4}, {15, 9}, {20, 2}, {26, 0}};

/* The median of 100 runs as a share of the best known energy. */
static const struct {
    size_t atoms;
    double ratio;
} reference_medians[] = {{13, 0.895}, {20, 0.927}, {30, 0.926},
                         {38, 0.889}, {50, 0.844}, {67, 0.819}};

enum {
    HITS = sizeof reference_hits / sizeof *reference_hits,
    MEDIANS = sizeof reference_medians / sizeof *reference_medians
};

/* ---- the runs ------------------------------------------------------------------------------- */

static void note_atoms(void *data, nes_opt *o, const run_outcome *outcome)
{
    (void)outcome;
    run_rows *rows = data;
    nes_result r;
    nes_get_result(o, &r);
    for (size_t i = 0; i < r.dim; i += 3)
        run_row(rows, (const double[]){r.best_f, r.best_x[i], r.best_x[i + 1], r.best_x[i + 2]});
}

/* The run again with a row for every atom of the best cluster. */
static int run_to_atoms(const recipe *t, size_t k, run_rows *rows, task_watch *w)
{
    run_outcome o;
    const run_follower f = {.end = note_atoms, .data = rows};
    return recipe_run(t, k, &f, w, &o);
}

static recipe recipe_of(size_t atoms)
{
    recipe r = recipe_problem("lj_n%zu", atoms);
    recipe_options(&r, "method=1+1-snes sigma=0.01 " NO_STOPS);
    r.usual_start = true;
    r.budget = 500 * 3 * (double)atoms;
    return r;
}

/* How many runs there are of a size: in the quick version few of the larger ones, if any. */
static size_t runs_of(const experiment_plan *p, size_t atoms)
{
    if (!plan_is_quick(p) || atoms <= SMALL) return RUNS;
    return atoms == 15 || atoms == 20 || atoms == 22 ? QUICK_RUNS : 0;
}

static void add_cell(experiment_plan *p, experiment_run run, size_t atoms)
{
    const recipe r = recipe_of(atoms);
    const double weight = (double)(atoms * atoms * (atoms + 160)); /* as measured */
    plan_cell(p, run, runs_of(p, atoms), weight, &r, "%zu", atoms);
}

static void plan(experiment_plan *p)
{
    plan_table(p, "runs", "atoms", VALUE_COLUMNS);
    for (size_t n = FIRST; n <= LAST; n++)
        if (runs_of(p, n) > 0) add_cell(p, run_to_value, n);
    plan_table(p, "clusters", "atoms", "value,x,y,z");
    for (size_t i = 0; i < DRAWN; i++) add_cell(p, run_to_atoms, drawn_clusters[i]);
}

/* ---- the claims ----------------------------------------------------------------------------- */

static size_t hits_of(const experiment_data *d, size_t atoms)
{
    return sample_count(cluster_energies(d, atoms), cluster_optimum(atoms) + CLOSE);
}

static void judge_small(const experiment_data *d, experiment_report *r)
{
    size_t hits = 0, runs = 0, with = 0, low = RUNS, low_atoms = 0;
    for (size_t n = FIRST; n <= SMALL; n++) {
        const size_t k = hits_of(d, n);
        hits += k;
        runs += cluster_energies(d, n).n;
        with += k > 0 ? 1 : 0;
        if (k >= low) continue;
        low = k;
        low_atoms = n;
    }
    const interval t = share_interval(hits, runs);
    report_claim(
        r, verdict_of(4 * hits > runs && with == 11),
        "for small clusters the optimum is found in a large fraction of the runs",
        "3 to 13 atoms: %.0f %% of the runs (95 %%: %.0f to %.0f) come within 0.01 of the "
        "best known energy, at least one in %zu of 11 sizes; the fewest are %zu of %d with "
        "%zu atoms",
        100 * (double)hits / (double)runs, 100 * t.low, 100 * t.high, with, low, RUNS, low_atoms);
}

/* The median as a share of the best known energy, with the standard error of the median. */
static double median_ratio(const experiment_data *d, size_t atoms, double *error)
{
    const sample e = cluster_energies(d, atoms);
    const interval t = sample_median_interval(e);
    *error = (t.high - t.low) / (2 * 1.96) / -cluster_optimum(atoms);
    return sample_median(e) / cluster_optimum(atoms);
}

static void judge_scaling(const experiment_data *d, experiment_report *r)
{
    double least = HUGE_VAL, error = 0, least_error = 0;
    size_t at = FIRST, last = FIRST;
    for (size_t n = FIRST; n <= LAST; n++) {
        const double ratio = median_ratio(d, n, &error);
        if (isnan(ratio)) continue;
        last = n;
        if (ratio >= least) continue;
        least = ratio;
        least_error = error;
        at = n;
    }
    report_claim(r, verdict_in_full(d, least > 0.75),
                 "the method scales convincingly to hundreds of parameters",
                 "up to %zu parameters the median energy is at least %.3f +- %.3f of the best "
                 "known one (%zu atoms)",
                 3 * last, least, least_error, at);
}

static void judge_drawn(const experiment_data *d, experiment_report *r)
{
    double above[DRAWN], uneven[DRAWN];
    for (size_t i = 0; i < DRAWN; i++) {
        above[i] =
            sample_min(cluster_energies(d, drawn_clusters[i])) - cluster_optimum(drawn_clusters[i]);
        uneven[i] = cluster_anisotropy(d, drawn_clusters[i]);
    }
    report_claim(r, verdict_of(uneven[0] < 0.001 && uneven[1] > 0.01),
                 "the best cluster found is symmetric for 13 atoms and asymmetric for 22",
                 "anisotropy %.6f and %.3f; the best runs are %.4f and %.4f above the best known "
                 "energies",
                 uneven[0], uneven[1], fabs(above[0]), above[1]);
}

static void judge_reference(const experiment_data *d, experiment_report *r)
{
    agreement hits = {.n = 0}, medians = {.n = 0};
    for (size_t i = 0; i < HITS; i++) {
        const size_t n = reference_hits[i].atoms, k = hits_of(d, n),
                     runs = cluster_energies(d, n).n;
        const double p = (double)reference_hits[i].hits / REFERENCE_RUNS;
        if (runs == 0) continue;
        agreement_add(&hits, (double)k / (double)runs - p,
                      share_difference_error(k, runs, p, REFERENCE_RUNS),
                      "for %zu atoms (%zu of %zu runs, reference %.0f %%)", n, k, runs, 100 * p);
    }
    for (size_t i = 0; i < MEDIANS; i++) {
        const size_t n = reference_medians[i].atoms;
        double error;
        if (cluster_energies(d, n).n == 0) continue;
        const double ratio = median_ratio(d, n, &error);
        agreement_add(&medians, ratio - reference_medians[i].ratio, sqrt(2) * error,
                      "for %zu atoms (%.3f, reference %.3f)", n, ratio, reference_medians[i].ratio);
    }
    report_agreement(r, &hits, "fractions at the optimum are those of the reference, 100 runs");
    report_agreement(r, &medians,
                     "median energies as a share of the best known are those of the reference");
}

static void write_table(const experiment_data *d, experiment_report *r)
{
    report_row(r, "atoms|best known|lowest|median|median / best known|at the optimum|reference");
    for (size_t n = FIRST; n <= LAST; n++) {
        const sample e = cluster_energies(d, n);
        double known = NAN, error;
        char text[16];
        if (e.n == 0) continue;
        for (size_t i = 0; i < HITS; i++)
            if (reference_hits[i].atoms == n) known = (double)reference_hits[i].hits;
        snprintf(text, sizeof text, isnan(known) ? "–" : "%.0f", known);
        report_row(r, "%zu|%.4f|%.4f|%.4f|%.3f|%zu of %zu|%s", n, cluster_optimum(n), sample_min(e),
                   sample_median(e), median_ratio(d, n, &error), hits_of(d, n), e.n, text);
    }
}

static void report(const experiment_data *d, experiment_report *r)
{
    judge_small(d, r);
    judge_scaling(d, r);
    judge_drawn(d, r);
    judge_reference(d, r);
    write_table(d, r);
    report_figure(r, "energies",
                  "Final energies of the runs: median, quartiles, lowest and highest; best known "
                  "energies as diamonds. The inset shows small clusters.",
                  draw_cluster_energies(d));
    report_figure(r, "clusters",
                  "The best clusters of 13 and of 22 atoms. Atoms with twelve neighbours have "
                  "another colour.",
                  draw_best_clusters(d));
}

const experiment experiment_clusters = {
    .id = "E10",
    .title = "Lennard-Jones clusters",
    .paper = "the figures of the energies of Lennard-Jones clusters with 3 to 67 atoms, and of two "
             "of the clusters",
    .about =
        "(1+1)-SNES on the energy of 3 to 67 atoms, 9 to 201 parameters d, 500 d evaluations, "
        "initial step size 0.01, 100 runs each (quick: up to 13 atoms, and 40 runs with 15, 20 "
        "and 22). The paper says that runs start near 0: here every coordinate is normal with "
        "standard deviation 0.01. The best known energies are those of Wales and Doye, 1997. "
        "A run counts as at the optimum within 0.01 of it.",
    .plan = plan,
    .report = report,
};
