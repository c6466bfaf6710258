/* SPDX-License-Identifier: MIT
 *
 * E10: the energies of Lennard-Jones clusters that (1+1)-SNES finds, against the number of atoms,
 * and two of the clusters. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "experiment/agreement.h"
#include "experiment/experiments.h"

enum { FIRST = 3, SMALL = 13, LAST = 67, RUNS = 100, QUICK_RUNS = 40, REFERENCE_RUNS = 100 };

static const size_t drawn[] = {13, 22};
enum { DRAWN = sizeof drawn / sizeof *drawn };

/* A run is at the optimum if it comes that close; the next minimum is at least 0.2 higher in small
 * clusters. */
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
static int run_to_atoms(const recipe *t, size_t k, run_rows *rows, work_watch *w)
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
    for (size_t i = 0; i < DRAWN; i++) add_cell(p, run_to_atoms, drawn[i]);
}

static sample energies_of(const experiment_data *d, size_t atoms)
{
    return data_column(d, "runs", "value", "%zu", atoms);
}

/* The lowest energy known. */
static double optimum_of(size_t atoms)
{
    char id[32];
    nes_problem *p = NULL;
    snprintf(id, sizeof id, "lj_n%zu", atoms);
    const double optimum =
        nes_problem_create(&p, id, NULL, 0) == NES_OK ? nes_problem_optimum(p) : NAN;
    nes_problem_destroy(p);
    return optimum;
}

/* ---- the figures ---------------------------------------------------------------------------- */

static void draw_boxes(const experiment_data *d, panel *p, size_t last)
{
    series *boxes = panel_series(p, "(1+1)-SNES", SERIES_BOX, STYLE_SNES);
    series *best = panel_series(p, "best known energy", SERIES_POINTS, STYLE_OTHER);
    for (size_t n = FIRST; n <= last; n++) {
        const sample e = energies_of(d, n);
        if (e.n == 0) continue;
        series_add_row(boxes,
                       (const double[]){(double)n, sample_median(e), sample_quantile(e, 0.25),
                                        sample_quantile(e, 0.75), sample_min(e),
                                        sample_quantile(e, 1)},
                       6);
        series_add(best, (double)n, optimum_of(n));
    }
}

static figure *draw_energies(const experiment_data *d)
{
    const size_t last = data_is_quick(d) ? 22 : LAST;
    figure *g =
        figure_new("Lennard-Jones clusters: final energy against the number of atoms", 1, 1);
    panel *p = figure_panel(g, NULL);
    panel_x(p, "atoms", AXIS_LINEAR);
    panel_y(p, "energy", AXIS_LINEAR);
    panel_x_range(p, FIRST - 1, (double)last + 1);
    draw_boxes(d, p, last);
    panel *inset = panel_inset(p, 0.08, 0.06, 0.52, 0.55);
    panel_x(inset, NULL, AXIS_LINEAR);
    panel_y(inset, NULL, AXIS_LINEAR);
    panel_x_range(inset, FIRST - 1, SMALL + 1);
    draw_boxes(d, inset, SMALL);
    return g;
}

/* Which run found the lowest energy, from 1. */
static double best_run(sample energies)
{
    size_t best = 0;
    for (size_t i = 1; i < energies.n; i++)
        if (energies.v[i] < energies.v[best]) best = i;
    return (double)best + 1;
}

static sample coordinates(const experiment_data *d, const char *axis, size_t atoms, double run)
{
    return data_where(d, "clusters", axis, "run", run, "%zu", atoms);
}

static void draw_cluster(const experiment_data *d, figure *g, size_t atoms)
{
    const sample energies = energies_of(d, atoms);
    const double run = best_run(energies);
    const sample x = coordinates(d, "x", atoms, run), y = coordinates(d, "y", atoms, run),
                 z = coordinates(d, "z", atoms, run);
    char title[96];
    snprintf(title, sizeof title, "%zu atoms: energy %.6f, best known %.6f", atoms,
             sample_min(energies), optimum_of(atoms));
    panel *p = figure_panel(g, title);
    double *xyz = malloc(3 * atoms * sizeof *xyz);
    if (xyz != NULL && x.n == atoms && y.n == atoms && z.n == atoms) {
        for (size_t i = 0; i < atoms; i++) {
            xyz[3 * i] = x.v[i];
            xyz[3 * i + 1] = y.v[i];
            xyz[3 * i + 2] = z.v[i];
        }
        panel_atoms(p, atoms, xyz);
    }
    free(xyz);
}

static figure *draw_clusters(const experiment_data *d)
{
    figure *g = figure_new("The best clusters found by (1+1)-SNES", 1, DRAWN);
    for (size_t i = 0; i < DRAWN; i++) draw_cluster(d, g, drawn[i]);
    return g;
}

/* ---- the claims ----------------------------------------------------------------------------- */

static size_t hits_of(const experiment_data *d, size_t atoms)
{
    return sample_count(energies_of(d, atoms), optimum_of(atoms) + CLOSE);
}

static void judge_small(const experiment_data *d, experiment_report *r)
{
    size_t hits = 0, runs = 0, with = 0, low = RUNS, low_atoms = 0;
    for (size_t n = FIRST; n <= SMALL; n++) {
        const size_t k = hits_of(d, n);
        hits += k;
        runs += energies_of(d, n).n;
        with += k > 0 ? 1 : 0;
        if (k >= low) continue;
        low = k;
        low_atoms = n;
    }
    const interval t = share_interval(hits, runs);
    report_claim(r, verdict_of(4 * hits > runs && with == 11),
                 "for small clusters the optimum is found in a large fraction of the runs",
                 "3 to 13 atoms: %.0f %% of the runs (95 %%: %.0f to %.0f) come within 0.01 of the "
                 "best known energy, in all %zu sizes at least some; the fewest are %zu of %d "
                 "with %zu atoms",
                 100 * (double)hits / (double)runs, 100 * t.low, 100 * t.high, with, low, RUNS,
                 low_atoms);
}

/* The median as a share of the best known energy, with the standard error of the median. */
static double median_ratio(const experiment_data *d, size_t atoms, double *error)
{
    const sample e = energies_of(d, atoms);
    const interval t = sample_median_interval(e);
    *error = (t.high - t.low) / (2 * 1.96) / -optimum_of(atoms);
    return sample_median(e) / optimum_of(atoms);
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
    report_claim(r, last < LAST ? VERDICT_NOT_COMPARABLE : verdict_of(least > 0.75),
                 "the method scales convincingly to hundreds of parameters",
                 "up to %zu parameters the median energy is at least %.3f +- %.3f of the best "
                 "known one (%zu atoms)",
                 3 * last, least, least_error, at);
}

/* How far a cluster is from equal extent in all directions, 0 to 1: from the eigenvalues of its
 * gyration tensor T, sqrt(3/2 tr(T^2) / tr(T)^2 - 1/2). It is 0 for an icosahedron. */
static double anisotropy(const experiment_data *d, size_t atoms)
{
    const double run = best_run(energies_of(d, atoms));
    const sample at[3] = {coordinates(d, "x", atoms, run), coordinates(d, "y", atoms, run),
                          coordinates(d, "z", atoms, run)};
    double trace = 0, squares = 0;
    for (size_t a = 0; a < 3; a++)
        for (size_t b = 0; b < 3; b++) {
            double t = 0;
            for (size_t i = 0; i < at[a].n; i++)
                t += (at[a].v[i] - sample_mean(at[a])) * (at[b].v[i] - sample_mean(at[b]));
            squares += t * t;
            trace += a == b ? t : 0;
        }
    return sqrt(fmax(0, 1.5 * squares / (trace * trace) - 0.5));
}

static void judge_drawn(const experiment_data *d, experiment_report *r)
{
    double above[DRAWN], uneven[DRAWN];
    for (size_t i = 0; i < DRAWN; i++) {
        above[i] = sample_min(energies_of(d, drawn[i])) - optimum_of(drawn[i]);
        uneven[i] = anisotropy(d, drawn[i]);
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
        const size_t n = reference_hits[i].atoms, k = hits_of(d, n), runs = energies_of(d, n).n;
        const double p = (double)reference_hits[i].hits / REFERENCE_RUNS;
        if (runs == 0) continue;
        agreement_add(&hits, (double)k / (double)runs - p,
                      share_difference_error(k, runs, p, REFERENCE_RUNS),
                      "for %zu atoms (%zu of %zu runs, reference %.0f %%)", n, k, runs, 100 * p);
    }
    for (size_t i = 0; i < MEDIANS; i++) {
        const size_t n = reference_medians[i].atoms;
        double error;
        if (energies_of(d, n).n == 0) continue;
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
        const sample e = energies_of(d, n);
        double known = NAN, error;
        char text[16];
        if (e.n == 0) continue;
        for (size_t i = 0; i < HITS; i++)
            if (reference_hits[i].atoms == n) known = (double)reference_hits[i].hits;
        snprintf(text, sizeof text, isnan(known) ? "–" : "%.0f", known);
        report_row(r, "%zu|%.4f|%.4f|%.4f|%.3f|%zu of %zu|%s", n, optimum_of(n), sample_min(e),
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
                  draw_energies(d));
    report_figure(r, "clusters",
                  "The best clusters of 13 and of 22 atoms. Atoms with twelve neighbours have "
                  "another colour.",
                  draw_clusters(d));
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
