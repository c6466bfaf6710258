/* SPDX-License-Identifier: MIT
 *
 * What the claims and the figures of E10 share. */
#ifndef EXPERIMENT_E10_CLUSTERS_H
#define EXPERIMENT_E10_CLUSTERS_H

#include "experiment/experiment.h"

/* Numbers of atoms: all, and those that count as small. The full version goes to LAST. */
enum { FIRST = 3, SMALL = 13, LAST = 67 };

/* Numbers of atoms of the clusters that are drawn. */
enum { DRAWN = 2 };
extern const size_t drawn_clusters[DRAWN];

/* Final energies of the runs; empty: there are none. */
sample cluster_energies(const experiment_data *d, size_t atoms);

/* The lowest energy known. */
double cluster_optimum(size_t atoms);

/* How far the best cluster is from equal extent in all directions, 0 to 1; 0 for an icosahedron.
 * Only for those that are drawn. */
double cluster_anisotropy(const experiment_data *d, size_t atoms);

figure *draw_cluster_energies(const experiment_data *d);
figure *draw_best_clusters(const experiment_data *d);

#endif
