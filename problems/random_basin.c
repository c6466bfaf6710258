/* SPDX-License-Identifier: MIT
 *
 * Random basins: the only structure is that neighbouring points have similar values. Space is cut
 * into cubes of width 10, each with a random level, and these into unit cubes, each with a bowl of
 * random depth:
 *     f(z) = 1 - 0.9 r(floor(y/10)) - 0.1 r(floor(y)) prod_i (sin^2(pi y_i))^(1/(20 d)),  y = Q z,
 * where r maps cells to [0, 1). The function is between 0 and 1; its optimum is not known.
 * (Wierstra et al., Natural Evolution Strategies, section on heavy-tailed distributions.)
 *
 * r is a hash of the cell: h = mix(seed xor salt), then h = mix(h xor c_i) for each coordinate c_i
 * of the cell; the upper 53 bits of h make r. The salt is 1 for the wide cells and 2 for the narrow
 * ones. */
#include "random_basin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"
#include "splitmix.h"

enum { SALT_WIDE = 1, SALT_NARROW = 2 };

static const nes_problem_kind kind = {
    "random-basin_dN",
    "1 - 0.9 r(floor(y/10)) - 0.1 r(floor(y)) prod (sin^2(pi y_i))^(1/(20 N)), y = Qx",
    "Cells of random level r in a random rotation Q; the optimum is not known. Seed 1, "
    "random-basin_s7_dN for 7; random-basin_s7_i_dN is without rotation."};

static const size_t NAME_LENGTH = sizeof "random-basin" - 1;

/* What an id chooses besides the dimension. */
typedef struct basin {
    uint64_t seed;
    bool rotated;
} basin;

/* The number of the cell of y, with 64 bits. The outermost cells extend to infinity. */
static uint64_t cell(double y)
{
    const double c = floor(y);
    if (c >= 0x1p63) return (uint64_t)INT64_MAX;
    if (c < -0x1p63) return (uint64_t)INT64_MIN;
    return (uint64_t)(int64_t)c;
}

static double level(uint64_t h)
{
    return (double)(h >> 11) * 0x1p-53;
}

/* sin^2(pi y). y is reduced by whole numbers first, which is exact; rounding pi y instead would
 * lose the zeros. */
static double wave(double y)
{
    const double pi = 3.141592653589793;
    const double s = sin(pi * (y - rint(y)));
    return s * s;
}

double nes_random_basin(uint64_t seed, size_t d, const double *q, const double *x)
{
    uint64_t wide = nes_splitmix_mix(seed ^ SALT_WIDE),
             narrow = nes_splitmix_mix(seed ^ SALT_NARROW);
    const double power = 1.0 / (20.0 * (double)d);
    double bowl = 1.0;
    for (size_t i = 0; i < d; i++) {
        double y = q ? 0.0 : x[i];
        for (size_t j = 0; q && j < d; j++) y += q[i * d + j] * x[j];
        wide = nes_splitmix_mix(wide ^ cell(y / 10.0));
        narrow = nes_splitmix_mix(narrow ^ cell(y));
        bowl *= pow(wave(y), power);
    }
    return 1.0 - 0.9 * level(wide) - 0.1 * level(narrow) * bowl;
}

static double value(const nes_problem *p, const double *x)
{
    const basin *b = p->model;
    const double bad = nes_problem_not_finite(p->dim, x);
    return bad != 0.0 ? bad : nes_random_basin(b->seed, p->dim, p->data, x);
}

/* Reads the seed, "_s7", if it is there, and moves *rest behind it. */
static nes_status read_seed(const nes_problem *p, const char **rest, basin *b,
                            const nes_problem_note *note)
{
    char digits[24] = "";
    size_t seed = 1;
    if (strncmp(*rest, "_s", 2) == 0) {
        const size_t n = strcspn(*rest + 2, "_");
        if (n < sizeof digits) memcpy(digits, *rest + 2, n);
        if (!nes_problem_number(digits, &seed) || seed == SIZE_MAX)
            return nes_problem_refuse(note, NES_ERR_OPTION,
                                      "the seed '%.*s' of problem '%.60s' is not a whole number "
                                      "below 2^64 - 1; write random-basin_s7_d10 for 7",
                                      (int)(n < 30 ? n : 30), *rest + 2, p->id);
        *rest += 2 + n;
    }
    b->seed = seed;
    return NES_OK;
}

static nes_status make_rotation(nes_problem *p, uint64_t seed)
{
    const size_t d = p->dim;
    double *work = malloc(2 * d * sizeof *work);
    p->data = malloc(d * d * sizeof *p->data);
    if (work && p->data) nes_problem_rotation(seed, d, p->data, work);
    free(work);
    return work && p->data ? NES_OK : NES_ERR_MEMORY;
}

static nes_status open_problem(nes_problem *p, const nes_problem_note *note)
{
    const char *rest = p->id + NAME_LENGTH;
    basin *b = p->model = malloc(sizeof *b);
    if (!b) return NES_ERR_MEMORY;
    p->release = nes_problem_free_model;
    nes_status status = read_seed(p, &rest, b, note);
    if (status != NES_OK) return status;
    b->rotated = strncmp(rest, "_i_", 3) != 0;
    if (!b->rotated) rest += 2;
    const nes_problem_size size = {
        kind.pattern, NAME_LENGTH, 'd',
        "dimension",  1,           b->rotated ? NES_PROBLEM_ROTATED_DIM : NES_PROBLEM_ANY_DIM};
    status = nes_problem_read_size(p, &size, rest, &p->dim, note);
    if (status != NES_OK) return status;
    p->name = "Random basins";
    p->optimum = NAN;
    p->sigma = 1.0;
    p->value = value;
    /* The origin would be a bad start, because it is a corner of 2^d cells. */
    p->law = NES_LAW_UNIFORM;
    p->law_numbers[0] = -50.0;
    p->law_numbers[1] = 50.0;
    p->start_seed = ~b->seed;
    return b->rotated ? make_rotation(p, b->seed) : NES_OK;
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

const nes_problem_family nes_problem_random_basin = {"random-basin", kind_at, find, open_problem};
