/* SPDX-License-Identifier: MIT
 *
 * The suite bbob-noisy: 30 functions, which are ten of bbob's definitions under three models of
 * noise. Some have other parameters than in bbob, and none has the inner penalty. The seeds are
 * those of the definitions, so optimum, rotations and f_opt are the same as in bbob. */
#include "bbob.h"
#include "noise.h"

static const char MODERATE[] = "1-moderate-noise", SEVERE[] = "2-severe-noise",
                  MULTIMODAL[] = "3-severe-noise-multi-modal";

enum { FIRST = 101, FIRST_SEVERE = 107, LAST = 130 };

static double noisy(const nes_problem *p, const nes_noise *noise, double value, const double *x);

/* A row: number, model, formula, definition (also the base of the seed), parameter, name, group. */
#define ROW(number, model, value, what, with, called, label)                                       \
    {                                                                                              \
        .definition = what, .base = what, .penalty = false, .parameter = with, .noise = noisy,     \
        .name = called ", " model " noise", .group = label, .kind = {                              \
            "bbob_noisy_f" #number "_iI_dN",                                                       \
            value,                                                                                 \
            called ", " model " noise."                                                            \
        }                                                                                          \
    }

/* Three rows, one for each model of noise */
#define ROWS(a, b, c, strength, definition, parameter, name, group)                                \
    ROW(a, strength " Gaussian", "E exp(beta G) + f_opt + B(x), E = f" #definition " - f_opt",     \
        definition, parameter, name, group),                                                       \
        ROW(b, strength " uniform",                                                                \
            "E U1^beta max(1, (10^9/E)^(alpha U2)) + f_opt + B(x), E = f" #definition " - f_opt",  \
            definition, parameter, name, group),                                                   \
        ROW(c, strength " Cauchy",                                                                 \
            "f" #definition " + alpha max(0, 1000 + [U < p] G1/|G2|) + B(x)", definition,          \
            parameter, name, group)

static const nes_bbob_function functions[] = {
    ROWS(101, 102, 103, "moderate", 1, 0.0, "Sphere", MODERATE),
    ROWS(104, 105, 106, "moderate", 8, 0.0, "Rosenbrock", MODERATE),
    ROWS(107, 108, 109, "severe", 1, 0.0, "Sphere", SEVERE),
    ROWS(110, 111, 112, "severe", 8, 0.0, "Rosenbrock", SEVERE),
    ROWS(113, 114, 115, "severe", 7, 0.0, "Step ellipsoid", SEVERE),
    ROWS(116, 117, 118, "severe", 10, 1e4, "Ellipsoid, rotated", SEVERE),
    ROWS(119, 120, 121, "severe", 14, 0.0, "Different powers", SEVERE),
    ROWS(122, 123, 124, "severe", 17, 10.0, "Schaffer F7, condition 10", MULTIMODAL),
    ROWS(125, 126, 127, "severe", 19, 1.0, "Griewank-Rosenbrock F8F2", MULTIMODAL),
    ROWS(128, 129, 130, "severe", 21, 0.0, "Gallagher, 101 peaks", MULTIMODAL),
};

/* The model follows from the number of the function: three kinds in turn, moderate noise first. */
static nes_bbob_noise model_of(size_t number)
{
    static const nes_bbob_noise_kind kinds[] = {NES_BBOB_GAUSSIAN, NES_BBOB_UNIFORM,
                                                NES_BBOB_CAUCHY};
    const bool severe = number >= FIRST_SEVERE;
    return (nes_bbob_noise){kinds[(number - FIRST) % 3], severe ? 1.0 : 0.01, severe ? 0.2 : 0.05};
}

static double noisy(const nes_problem *p, const nes_noise *noise, double value, const double *x)
{
    const nes_bbob *b = p->model;
    const size_t number = FIRST + (size_t)(b->function - functions);
    const nes_bbob_noise model = model_of(number);
    const nes_bbob_stream stream = {(uint32_t)number, (uint32_t)(b->seed / 10000), (uint32_t)b->d};
    nes_bbob_draws draws;
    nes_bbob_draw(&stream, model.kind, noise, &draws);
    return nes_bbob_disturb(&model, b->d, &draws, value, b->fopt) + nes_bbob_noisy_penalty(b->d, x);
}

static const size_t dims[] = {2, 3, 5, 10, 20, 40, 0};
static const size_t instances[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0};

const nes_suite nes_suite_bbob_noisy = {
    .name = "bbob-noisy",
    .doc = "30 functions with Gaussian, uniform or Cauchy noise.",
    .first = FIRST,
    .last = LAST,
    .dims = dims,
    .instances = instances,
    .format = "bbob_noisy_f%03zu_i%02zu_d%02zu",
};

static const nes_bbob_suite bbob_noisy = {&nes_suite_bbob_noisy, "bbob_noisy", functions};

static const nes_problem_kind *kind_at(size_t i)
{
    return i <= LAST - FIRST ? &functions[i].kind : NULL;
}

static const void *find(const char *id)
{
    return nes_bbob_has(&bbob_noisy, id) ? &bbob_noisy : NULL;
}

static nes_status open_problem(nes_problem *p, const nes_problem_note *note)
{
    return nes_bbob_open(p, &bbob_noisy, note);
}

const nes_problem_family nes_problem_bbob_noisy = {"bbob-noisy", kind_at, find, open_problem};
