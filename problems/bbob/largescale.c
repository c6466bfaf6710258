/* SPDX-License-Identifier: MIT
 *
 * The suite bbob-largescale: the functions of bbob with rotations of blocks of 40 coordinates
 * between random orders P2 to P6 of them (orders.c). Most are divided by d/40. Up to d = 40 they
 * are those of bbob but for rounding, for the optimum of f9 and for the flat parts of f7.
 *
 * COCO's ids have bbob's prefix and four digits or more for the dimension, the first of which is 0:
 * bbob_f001_i01_d0080. Larger dimensions need the name of the suite:
 * bbob-largescale_f001_i01_d1000.
 */
#include <string.h>

#include "bbob.h"

enum { BLOCK = 40 };

static const char SEPARABLE[] = "1-separable", MODERATE[] = "2-moderate",
                  CONDITIONED[] = "3-ill-conditioned", MULTIMODAL[] = "4-multi-modal",
                  WEAK[] = "5-weakly-structured";

/* clang-format off */
static const nes_bbob_function functions[] = {
    {.definition = 1, .base = 1, .penalty = true, .block = BLOCK,
     .name = "Sphere", .group = SEPARABLE,
     .kind = {"bbob-largescale_f001_iI_dN",
              "bbob_f001, divided by N/40",
              "Sphere, for many variables."}},
    {.definition = 2, .base = 2, .penalty = true, .block = BLOCK,
     .name = "Ellipsoid, separable", .group = SEPARABLE,
     .kind = {"bbob-largescale_f002_iI_dN",
              "bbob_f002, divided by N/40",
              "Ellipsoid, separable, for many variables."}},
    {.definition = 3, .base = 3, .penalty = true, .block = BLOCK,
     .name = "Rastrigin, separable", .group = SEPARABLE,
     .kind = {"bbob-largescale_f003_iI_dN",
              "bbob_f003, divided by N/40",
              "Rastrigin, separable, for many variables."}},
    {.definition = 4, .base = 3, .penalty = true, .block = BLOCK,
     .name = "Bueche-Rastrigin", .group = SEPARABLE,
     .kind = {"bbob-largescale_f004_iI_dN",
              "bbob_f004, divided by N/40",
              "Bueche-Rastrigin, for many variables."}},
    {.definition = 5, .base = 5, .penalty = true, .block = BLOCK,
     .name = "Linear slope", .group = SEPARABLE,
     .kind = {"bbob-largescale_f005_iI_dN",
              "bbob_f005, divided by N/40",
              "Linear slope, for many variables."}},
    {.definition = NES_BBOB_LARGE + 6, .base = 6, .penalty = true, .block = BLOCK,
     .name = "Attractive sector", .group = MODERATE,
     .kind = {"bbob-largescale_f006_iI_dN",
              "bbob_f006, z = P5 R P4 Lam(10) P3 Q P2 d",
              "Attractive sector, for many variables."}},
    {.definition = NES_BBOB_LARGE + 7, .base = 7, .penalty = true, .block = BLOCK,
     .name = "Step ellipsoid", .group = MODERATE,
     .kind = {"bbob-largescale_f007_iI_dN",
              "bbob_f007, w = Lam(10) P3 Q P2 d, z = P5 R P4 w",
              "Step ellipsoid, for many variables."}},
    {.definition = 8, .base = 8, .penalty = true, .block = BLOCK,
     .name = "Rosenbrock", .group = MODERATE,
     .kind = {"bbob-largescale_f008_iI_dN",
              "bbob_f008, divided by N/40",
              "Rosenbrock, for many variables."}},
    {.definition = NES_BBOB_LARGE + 9, .base = 9, .penalty = true, .block = BLOCK,
     .name = "Rosenbrock, rotated", .group = MODERATE,
     .kind = {"bbob-largescale_f009_iI_dN",
              "bbob_f009, z = P3 Q P2 d + 1",
              "Rosenbrock, rotated, for many variables."}},
    {.definition = NES_BBOB_LARGE + 10, .base = 10, .penalty = true, .block = BLOCK, .parameter = 1e6,
     .name = "Ellipsoid, rotated", .group = CONDITIONED,
     .kind = {"bbob-largescale_f010_iI_dN",
              "bbob_f010, z = osz(P3 R P2 d)",
              "Ellipsoid, rotated, for many variables."}},
    {.definition = NES_BBOB_LARGE + 11, .base = 11, .penalty = true, .block = BLOCK,
     .name = "Discus", .group = CONDITIONED,
     .kind = {"bbob-largescale_f011_iI_dN",
              "bbob_f011, z = osz(P3 R P2 d)",
              "Discus, for many variables."}},
    {.definition = NES_BBOB_LARGE + 12, .base = 12, .penalty = true, .block = BLOCK,
     .name = "Bent cigar", .group = CONDITIONED,
     .kind = {"bbob-largescale_f012_iI_dN",
              "bbob_f012, z = P3 R P2 asy(P3 R P2 d)",
              "Bent cigar, for many variables."}},
    {.definition = NES_BBOB_LARGE + 13, .base = 13, .penalty = true, .block = BLOCK,
     .name = "Sharp ridge", .group = CONDITIONED,
     .kind = {"bbob-largescale_f013_iI_dN",
              "bbob_f013, z = P4 R P3 Lam(10) P6 Q P5 d",
              "Sharp ridge, for many variables."}},
    {.definition = NES_BBOB_LARGE + 14, .base = 14, .penalty = true, .block = BLOCK,
     .name = "Different powers", .group = CONDITIONED,
     .kind = {"bbob-largescale_f014_iI_dN",
              "bbob_f014, z = P3 R P2 d",
              "Different powers, for many variables."}},
    {.definition = NES_BBOB_LARGE + 15, .base = 15, .penalty = true, .block = BLOCK,
     .name = "Rastrigin, rotated", .group = MULTIMODAL,
     .kind = {"bbob-largescale_f015_iI_dN",
              "bbob_f015, z = P4 R P3 Lam(10) P6 Q P5 asy(osz(P4 R P3 d))",
              "Rastrigin, rotated, for many variables."}},
    {.definition = NES_BBOB_LARGE + 16, .base = 16, .penalty = true, .block = BLOCK,
     .name = "Weierstrass", .group = MULTIMODAL,
     .kind = {"bbob-largescale_f016_iI_dN",
              "bbob_f016, z = P6 R P5 Lam(1/100) P4 Q P3 osz(P6 R P5 d)",
              "Weierstrass, for many variables."}},
    {.definition = NES_BBOB_LARGE + 17, .base = 17, .penalty = true, .block = BLOCK, .parameter = 10.0,
     .name = "Schaffer F7, condition 10", .group = MULTIMODAL,
     .kind = {"bbob-largescale_f017_iI_dN",
              "bbob_f017, z = Lam(10) P4 Q P3 asy(P6 R P5 d)",
              "Schaffer F7, condition 10, for many variables."}},
    {.definition = NES_BBOB_LARGE + 17, .base = 17, .penalty = true, .block = BLOCK, .parameter = 1000.0,
     .name = "Schaffer F7, condition 1000", .group = MULTIMODAL,
     .kind = {"bbob-largescale_f018_iI_dN",
              "bbob_f018, z = Lam(1000) P4 Q P3 asy(P6 R P5 d)",
              "Schaffer F7, condition 1000, for many variables."}},
    {.definition = NES_BBOB_LARGE + 19, .base = 19, .penalty = true, .block = BLOCK, .parameter = 10.0,
     .name = "Griewank-Rosenbrock F8F2", .group = MULTIMODAL,
     .kind = {"bbob-largescale_f019_iI_dN",
              "bbob_f019, z = P3 Q P2 x + 0.5",
              "Griewank-Rosenbrock F8F2, for many variables."}},
    {.definition = 20, .base = 20, .penalty = true, .block = BLOCK,
     .name = "Schwefel x sin x", .group = WEAK,
     .kind = {"bbob-largescale_f020_iI_dN",
              "bbob_f020, divided by N/40",
              "Schwefel x sin x, for many variables."}},
    {.definition = 21, .base = 21, .penalty = true, .block = BLOCK,
     .name = "Gallagher, 101 peaks", .group = WEAK,
     .kind = {"bbob-largescale_f021_iI_dN",
              "bbob_f021, z = Q x",
              "Gallagher, 101 peaks, for many variables."}},
    {.definition = 22, .base = 22, .penalty = true, .block = BLOCK,
     .name = "Gallagher, 21 peaks", .group = WEAK,
     .kind = {"bbob-largescale_f022_iI_dN",
              "bbob_f022, z = Q x",
              "Gallagher, 21 peaks, for many variables."}},
    {.definition = NES_BBOB_LARGE + 23, .base = 23, .penalty = true, .block = BLOCK,
     .name = "Katsuura", .group = WEAK,
     .kind = {"bbob-largescale_f023_iI_dN",
              "bbob_f023, z = P6 R P5 Lam(100) P4 Q P3 d",
              "Katsuura, for many variables."}},
    {.definition = NES_BBOB_LARGE + 24, .base = 24, .penalty = true, .block = BLOCK,
     .name = "Lunacek bi-Rastrigin", .group = WEAK,
     .kind = {"bbob-largescale_f024_iI_dN",
              "bbob_f024, z = P6 R P5 Lam(100) P4 Q P3 (y - mu0)",
              "Lunacek bi-Rastrigin, for many variables."}},
};
/* clang-format on */

static const size_t dims[] = {20, 40, 80, 160, 320, 640, 0};
static const size_t instances[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0};

const nes_suite nes_suite_largescale = {
    .name = "bbob-largescale",
    .doc = "24 functions of bbob for hundreds of variables, rotated in blocks.",
    .first = 1,
    .last = sizeof functions / sizeof *functions,
    .dims = dims,
    .instances = instances,
    .format = "bbob_f%03zu_i%02zu_d%04zu",
    .wide_format = "bbob-largescale_f%03zu_i%02zu_d%zu",
};

static const nes_bbob_suite by_name = {&nes_suite_largescale, "bbob-largescale", functions};
static const nes_bbob_suite by_dimension = {&nes_suite_largescale, "bbob", functions};

bool nes_bbob_is_large(const char *id)
{
    const char *dimension = strrchr(id, '_');
    return dimension != NULL && strncmp(dimension, "_d0", 3) == 0 && strlen(dimension) > 5;
}

static const nes_problem_kind *kind_at(size_t i)
{
    return i < nes_suite_largescale.last ? &functions[i].kind : NULL;
}

static const void *find(const char *id)
{
    if (nes_bbob_has(&by_name, id)) return &by_name;
    return nes_bbob_has(&by_dimension, id) && nes_bbob_is_large(id) ? &by_dimension : NULL;
}

static nes_status open_problem(nes_problem *p, const nes_problem_note *note)
{
    return nes_bbob_open(p, p->row, note);
}

const nes_problem_family nes_problem_largescale = {"bbob-largescale", kind_at, find, open_problem};
