/* SPDX-License-Identifier: MIT
 *
 * The figures of E10: energies against the number of atoms, and two clusters in space. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "experiment/e10_clusters.h"
#include "experiment/experiments.h"

const size_t drawn_clusters[DRAWN] = {13, 22};

sample cluster_energies(const experiment_data *d, size_t atoms)
{
    return data_column(d, "runs", "value", "%zu", atoms);
}

double cluster_optimum(size_t atoms)
{
    char id[32];
    nes_problem *p = NULL;
    snprintf(id, sizeof id, "lj_n%zu", atoms);
    const double optimum =
        nes_problem_create(&p, id, NULL, 0) == NES_OK ? nes_problem_optimum(p) : NAN;
    nes_problem_destroy(p);
    return optimum;
}

/* ---- energies ------------------------------------------------------------------------------- */

static void draw_boxes(const experiment_data *d, panel *p, size_t last)
{
    series *boxes = panel_series(p, "(1+1)-SNES", SERIES_BOX, STYLE_SNES);
    series *best = panel_series(p, "best known energy", SERIES_POINTS, STYLE_OTHER);
    for (size_t n = FIRST; n <= last; n++) {
        const sample e = cluster_energies(d, n);
        if (e.n == 0) continue;
        series_add_row(boxes,
                       (const double[]){(double)n, sample_median(e), sample_quantile(e, 0.25),
                                        sample_quantile(e, 0.75), sample_min(e),
                                        sample_quantile(e, 1)},
                       6);
        series_add(best, (double)n, cluster_optimum(n));
    }
}

figure *draw_cluster_energies(const experiment_data *d)
{
    static const double ticks[] = {3, 5, 7, 9, 11, 13};
    const size_t last = data_is_quick(d) ? 22 : LAST;
    figure *g =
        figure_new("Lennard-Jones clusters: final energy against the number of atoms", 1, 1);
    panel *p = figure_panel(g, NULL);
    panel_x(p, "atoms", AXIS_LINEAR);
    panel_y(p, "energy", AXIS_LINEAR);
    panel_x_range(p, FIRST - 1, (double)last + 1);
    draw_boxes(d, p, last);
    panel *inset = panel_inset(p, 0.02, 0.03, 0.45, 0.5);
    panel_x(inset, NULL, AXIS_LINEAR);
    panel_y(inset, NULL, AXIS_LINEAR);
    panel_x_ticks(inset, sizeof ticks / sizeof *ticks, ticks);
    panel_x_range(inset, FIRST - 1, SMALL + 1);
    draw_boxes(d, inset, SMALL);
    return g;
}

/* ---- clusters ------------------------------------------------------------------------------- */

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

/* From the gyration tensor T: sqrt(3/2 tr(T^2) / tr(T)^2 - 1/2). */
double cluster_anisotropy(const experiment_data *d, size_t atoms)
{
    const double run = best_run(cluster_energies(d, atoms));
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

static void draw_cluster(const experiment_data *d, figure *g, size_t atoms)
{
    const sample energies = cluster_energies(d, atoms);
    const double run = best_run(energies);
    const sample x = coordinates(d, "x", atoms, run), y = coordinates(d, "y", atoms, run),
                 z = coordinates(d, "z", atoms, run);
    char title[96];
    snprintf(title, sizeof title, "%zu atoms: energy %.6f, best known %.6f", atoms,
             sample_min(energies), cluster_optimum(atoms));
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

figure *draw_best_clusters(const experiment_data *d)
{
    figure *g = figure_new("The best clusters found by (1+1)-SNES", 1, DRAWN);
    for (size_t i = 0; i < DRAWN; i++) draw_cluster(d, g, drawn_clusters[i]);
    return g;
}
