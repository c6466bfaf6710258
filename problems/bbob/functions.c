/* SPDX-License-Identifier: MIT
 *
 * The suite bbob: 24 functions without noise. */
#include "bbob.h"

static const char SEPARABLE[] = "1-separable", MODERATE[] = "2-moderate",
                  CONDITIONED[] = "3-ill-conditioned", MULTIMODAL[] = "4-multi-modal",
                  WEAK[] = "5-weakly-structured";

/* f4 uses the random numbers of f3, and f18 is f17 with another parameter and the same random
 * numbers: so the reference defines them. */
/* clang-format off */
static const nes_bbob_function functions[] = {
    {.definition = 1, .base = 1, .penalty = true,
     .name = "Sphere", .group = SEPARABLE,
     .kind = {"bbob_f001_iI_dN",
              "sum d_i^2",
              "Sphere. All directions alike."}},
    {.definition = 2, .base = 2, .penalty = true,
     .name = "Ellipsoid, separable", .group = SEPARABLE,
     .kind = {"bbob_f002_iI_dN",
              "sum 10^(6 t_i) osz(d)_i^2",
              "Ellipsoid, separable. Condition number 10^6, axes as they are."}},
    {.definition = 3, .base = 3, .penalty = true,
     .name = "Rastrigin, separable", .group = SEPARABLE,
     .kind = {"bbob_f003_iI_dN",
              "rastrigin(10^(t_i/2) asy(osz(d))_i)",
              "Rastrigin, separable. About 10^N optima on a bent grid."}},
    {.definition = 4, .base = 3, .penalty = true,
     .name = "Bueche-Rastrigin", .group = SEPARABLE,
     .kind = {"bbob_f004_iI_dN",
              "rastrigin(c_i osz(d)_i) + 100 pen(x)",
              "Bueche-Rastrigin. As f3, with every other axis ten times steeper on one side."}},
    {.definition = 5, .base = 5, .penalty = true,
     .name = "Linear slope", .group = SEPARABLE,
     .kind = {"bbob_f005_iI_dN",
              "sum 5 |c_i| - c_i x_i, |c_i| = 10^t_i",
              "Linear slope. Linear; the optimum is a corner of the box and all beyond it."}},
    {.definition = 6, .base = 6, .penalty = true,
     .name = "Attractive sector", .group = MODERATE,
     .kind = {"bbob_f006_iI_dN",
              "osz(sum w_i (M d)_i^2)^0.9",
              "Attractive sector. Flat in one sector only, 10^4 times steeper elsewhere."}},
    {.definition = 7, .base = 7, .penalty = true,
     .name = "Step ellipsoid", .group = MODERATE,
     .kind = {"bbob_f007_iI_dN",
              "0.1 max(10^-4 |w_0|, sum 100^t_i (R round(w))_i^2) + pen(x)",
              "Step ellipsoid. Plateaus everywhere: no gradient."}},
    {.definition = 8, .base = 8, .penalty = true,
     .name = "Rosenbrock", .group = MODERATE,
     .kind = {"bbob_f008_iI_dN",
              "100 sum (z_i^2 - z_(i+1))^2 + sum (z_i - 1)^2, z = c d + 1",
              "Rosenbrock. A long bent valley."}},
    {.definition = 9, .base = 9, .penalty = true,
     .name = "Rosenbrock, rotated", .group = MODERATE,
     .kind = {"bbob_f009_iI_dN",
              "as f8, z = c Q x + 1/2",
              "Rosenbrock, rotated. A long bent valley, along no axis."}},
    {.definition = 10, .base = 10, .penalty = true, .parameter = 1e6,
     .name = "Ellipsoid, rotated", .group = CONDITIONED,
     .kind = {"bbob_f010_iI_dN",
              "sum 10^(6 t_i) osz(R d)_i^2",
              "Ellipsoid, rotated. Condition number 10^6, along no axis."}},
    {.definition = 11, .base = 11, .penalty = true,
     .name = "Discus", .group = CONDITIONED,
     .kind = {"bbob_f011_iI_dN",
              "10^6 z_0^2 + sum_(i>0) z_i^2, z = osz(R d)",
              "Discus. One direction is 1000 times more sensitive than all others."}},
    {.definition = 12, .base = 12, .penalty = true,
     .name = "Bent cigar", .group = CONDITIONED,
     .kind = {"bbob_f012_iI_dN",
              "z_0^2 + 10^6 sum_(i>0) z_i^2, z = R asy(R d)",
              "Bent cigar. A narrow ridge that bends."}},
    {.definition = 13, .base = 13, .penalty = true,
     .name = "Sharp ridge", .group = CONDITIONED,
     .kind = {"bbob_f013_iI_dN",
              "100 sqrt(sum_(i>0) z_i^2) + z_0^2, z = M d",
              "Sharp ridge. A ridge without a smooth bottom."}},
    {.definition = 14, .base = 14, .penalty = true,
     .name = "Different powers", .group = CONDITIONED,
     .kind = {"bbob_f014_iI_dN",
              "sqrt(sum |(R d)_i|^(2 + 4 t_i))",
              "Different powers. The scales drift apart on the way to the optimum."}},
    {.definition = 15, .base = 15, .penalty = true,
     .name = "Rastrigin, rotated", .group = MULTIMODAL,
     .kind = {"bbob_f015_iI_dN",
              "rastrigin(M asy(osz(R d)))",
              "Rastrigin, rotated. About 10^N optima, along no axis."}},
    {.definition = 16, .base = 16, .penalty = true,
     .name = "Weierstrass", .group = MULTIMODAL,
     .kind = {"bbob_f016_iI_dN",
              "10 (1/N sum_i sum_k 2^-k cos(2 pi 3^k (z_i + 1/2)) - F0)^3 + 10/N pen(x)",
              "Weierstrass. Rugged on many scales, repeating itself."}},
    {.definition = 17, .base = 17, .penalty = true, .parameter = 10.0,
     .name = "Schaffer F7, condition 10", .group = MULTIMODAL,
     .kind = {"bbob_f017_iI_dN",
              "(mean q_i^(1/4) (1 + sin(50 q_i^(1/10))^2))^2 + 10 pen(x), "
              "q_i = z_i^2 + z_(i+1)^2",
              "Schaffer F7, condition 10. Waves whose size and number change with the place."}},
    {.definition = 17, .base = 17, .penalty = true, .parameter = 1000.0,
     .name = "Schaffer F7, condition 1000", .group = MULTIMODAL,
     .kind = {"bbob_f018_iI_dN",
              "as f17, z = Lam(1000) Q asy(R d)",
              "Schaffer F7, condition 1000. As f17 and ill-conditioned."}},
    {.definition = 19, .base = 19, .penalty = true, .parameter = 10.0,
     .name = "Griewank-Rosenbrock F8F2", .group = MULTIMODAL,
     .kind = {"bbob_f019_iI_dN",
              "10 + 10 mean (q_i/4000 - cos q_i), q_i the terms of Rosenbrock",
              "Griewank-Rosenbrock F8F2. Rosenbrock's valley full of waves."}},
    {.definition = 20, .base = 20, .penalty = true,
     .name = "Schwefel x sin x", .group = WEAK,
     .kind = {"bbob_f020_iI_dN",
              "0.01 (418.98 - mean z_i sin(sqrt|z_i|) + pen(z))",
              "Schwefel x sin x. The best optimum is in a corner, far from the second best."}},
    {.definition = 21, .base = 21, .penalty = true,
     .name = "Gallagher, 101 peaks", .group = WEAK,
     .kind = {"bbob_f021_iI_dN",
              "osz(10 - max_p w_p exp(-1/(2N) sum s_pj (Q x - c_p)_j^2))^2 + pen(x)",
              "Gallagher, 101 peaks. Peaks of random place, height and shape."}},
    {.definition = 22, .base = 22, .penalty = true,
     .name = "Gallagher, 21 peaks", .group = WEAK,
     .kind = {"bbob_f022_iI_dN",
              "as f21 with 21 peaks",
              "Gallagher, 21 peaks. Fewer, narrower peaks than f21."}},
    {.definition = 23, .base = 23, .penalty = true,
     .name = "Katsuura", .group = WEAK,
     .kind = {"bbob_f023_iI_dN",
              "10/N^2 (prod_i (1 + i S(z_i))^(10/N^1.2) - 1) + pen(x)",
              "Katsuura. Rugged on every scale, repeating itself."}},
    {.definition = 24, .base = 24, .penalty = true,
     .name = "Lunacek bi-Rastrigin", .group = WEAK,
     .kind = {"bbob_f024_iI_dN",
              "min(sum (y_i - mu0)^2, N + s sum (y_i - mu1)^2) + 10 sum (1 "
              "- cos(2 pi z_i)) + 10^4 pen(x)",
              "Lunacek bi-Rastrigin. Two funnels; the wider one misleads."}},
};
/* clang-format on */

static const size_t dims[] = {2, 3, 5, 10, 20, 40, 0};
static const size_t instances[] = {1, 2, 3, 4, 5, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 0};

const nes_suite nes_suite_bbob = {
    .name = "bbob",
    .doc = "24 functions without noise, shifted, rotated and bent at random.",
    .first = 1,
    .last = sizeof functions / sizeof *functions,
    .dims = dims,
    .instances = instances,
    .format = "bbob_f%03zu_i%02zu_d%02zu",
};

static const nes_bbob_suite bbob = {&nes_suite_bbob, "bbob", functions};

static const nes_problem_kind *kind_at(size_t i)
{
    return i < nes_suite_bbob.last ? &functions[i].kind : NULL;
}

static const void *find(const char *id)
{
    return nes_bbob_has(&bbob, id) && !nes_bbob_is_large(id) ? &bbob : NULL;
}

static nes_status open_problem(nes_problem *p, const nes_problem_note *note)
{
    return nes_bbob_open(p, &bbob, note);
}

const nes_problem_family nes_problem_bbob = {"bbob", kind_at, find, open_problem};
