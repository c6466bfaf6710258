/* SPDX-License-Identifier: MIT
 *
 * Lennard-Jones clusters: the energy of N atoms that repel each other when close and attract each
 * other when far, in reduced units,
 *     E(x) = 4 sum_(i<j) (r_ij^-12 - r_ij^-6),
 * x the 3 N coordinates, atom after atom. The number of local optima grows exponentially with N.
 * Atoms at the same place have infinite energy.
 *
 * Lowest energies known: D. J. Wales and J. P. K. Doye, J. Phys. Chem. A 101 (1997), and the
 * Cambridge Cluster Database, rounded to six decimals there and here. */
#include <math.h>
#include <string.h>

#include "problem.h"

static const nes_problem_kind kind = {
    "lj_nN", "4 sum_(i<j) (r_ij^-12 - r_ij^-6)",
    "Lennard-Jones cluster of N atoms, 3 N coordinates; best known energy for N up to 67."};

static const size_t NAME_LENGTH = sizeof "lj" - 1;

enum { LOW_ATOMS = 2, LANES = 4 };

/* For 2, 3, ... atoms */
static const double minima[] = {
    -1.000000,   -3.000000,   -6.000000,   -9.103852,   -12.712062,  -16.505384,  -19.821489,
    -24.113360,  -28.422532,  -32.765970,  -37.967600,  -44.326801,  -47.845157,  -52.322627,
    -56.815742,  -61.317995,  -66.530949,  -72.659782,  -77.177043,  -81.684571,  -86.809782,
    -92.844472,  -97.348815,  -102.372663, -108.315616, -112.873584, -117.822402, -123.587371,
    -128.286571, -133.586422, -139.635524, -144.842719, -150.044528, -155.756643, -161.825363,
    -167.033672, -173.928427, -180.033185, -185.249839, -190.536277, -196.277534, -202.364664,
    -207.688728, -213.784862, -220.680330, -226.012256, -232.199529, -239.091864, -244.549926,
    -251.253964, -258.229991, -265.203016, -272.208631, -279.248470, -283.643105, -288.342625,
    -294.378148, -299.738070, -305.875476, -312.008896, -317.353901, -323.489734, -329.620147,
    -334.971532, -341.110599, -347.252007,
};

/* A quarter of the energy of one pair: t (t - 1) with t = r^-6. For atoms at the same place this is
 * infinite, whereas t^2 - t would be NaN. */
static double pair(const double *a, const double *b)
{
    const double u = a[0] - b[0], v = a[1] - b[1], w = a[2] - b[2];
    const double inverse = 1.0 / (u * u + v * v + w * w);
    const double t = inverse * inverse * inverse;
    return t * (t - 1.0);
}

/* Four partial sums allow the compiler to compute four pairs at once without changing the order of
 * any sum. */
static double value(const nes_problem *p, const double *x)
{
    const size_t atoms = p->dim / 3;
    const double bad = nes_problem_not_finite(p->dim, x);
    double lane[LANES] = {0.0}, rest = 0.0;
    if (bad != 0.0) return bad;
    for (size_t i = 1; i < atoms; i++) {
        const double a[3] = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
        size_t j = 0;
        for (; j + LANES <= i; j += LANES)
            for (size_t k = 0; k < LANES; k++) lane[k] += pair(a, x + 3 * (j + k));
        for (; j < i; j++) rest += pair(a, x + 3 * j);
    }
    return 4.0 * ((lane[0] + lane[1]) + (lane[2] + lane[3]) + rest);
}

static nes_status open_problem(nes_problem *p, const nes_problem_note *note)
{
    const nes_problem_size size = {kind.pattern,      NAME_LENGTH, 'n',
                                   "number of atoms", LOW_ATOMS,   NES_PROBLEM_ANY_DIM / 3};
    size_t atoms;
    const nes_status status = nes_problem_read_size(p, &size, p->id + NAME_LENGTH, &atoms, note);
    if (status != NES_OK) return status;
    const size_t known = sizeof minima / sizeof *minima;
    p->name = "Lennard-Jones cluster";
    p->dim = 3 * atoms;
    p->optimum = atoms - LOW_ATOMS < known ? minima[atoms - LOW_ATOMS] : NAN;
    p->sigma = 0.01;
    p->value = value;
    /* All atoms near the origin, at distances of the order of the usual step size. */
    p->law = NES_LAW_NORMAL;
    p->law_numbers[1] = p->sigma;
    p->start_seed = p->dim;
    return NES_OK;
}

static const nes_problem_kind *kind_at(size_t i)
{
    return i == 0 ? &kind : NULL;
}

static const void *find(const char *id)
{
    const char *rest;
    return nes_problem_named(id, kind.pattern, NAME_LENGTH, &rest) ? &kind : NULL;
}

const nes_problem_family nes_problem_lennard_jones = {"lennard-jones", kind_at, find, open_problem};
