/* SPDX-License-Identifier: MIT
 *
 * Problems of bits, as minima: a variable of 1/2 and more is a one, any other a zero. Each has its
 * optimum, 0, at ones alone.
 *     onemax        the number of zeros: every bit counts by itself
 *     leading-ones  the bits from the first zero on: a bit counts once all before it are ones
 *     trap          blocks of five, 0 if all are ones, else one more than there are ones: fewer
 *                   ones look better until there are none, and only all five at once are best */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"

enum { BLOCK = 5 };

typedef struct bit_row {
    nes_problem_kind kind;
    const char *name;
    size_t length; /* of the name in ids */
    size_t block;  /* the number of bits is a multiple of it */
    double (*value)(const nes_problem *p, const double *x);
} bit_row;

static bool is_one(double x)
{
    return x >= 0.5;
}

static double onemax(const nes_problem *p, const double *x)
{
    const double bad = nes_problem_not_finite(p->dim, x);
    double zeros = 0;
    for (size_t i = 0; i < p->dim; i++) zeros += !is_one(x[i]);
    return bad != 0 ? bad : zeros;
}

static double leading_ones(const nes_problem *p, const double *x)
{
    const double bad = nes_problem_not_finite(p->dim, x);
    size_t ones = 0;
    while (ones < p->dim && is_one(x[ones])) ones++;
    return bad != 0 ? bad : (double)(p->dim - ones);
}

static double trap(const nes_problem *p, const double *x)
{
    const double bad = nes_problem_not_finite(p->dim, x);
    double sum = 0;
    for (size_t i = 0; i < p->dim; i += BLOCK) {
        int ones = 0;
        for (size_t j = i; j < i + BLOCK; j++) ones += is_one(x[j]);
        sum += ones == BLOCK ? 0 : 1 + ones;
    }
    return bad != 0 ? bad : sum;
}

static const bit_row rows[] = {
    {{"onemax_nN", "N - sum x_i", "N bits that count alike, each by itself."},
     "OneMax",
     sizeof "onemax" - 1,
     1,
     onemax},
    {{"leading-ones_nN", "N - sum_i prod_(j<=i) x_j",
      "N bits in a row; a bit counts once all before it are ones."},
     "LeadingOnes",
     sizeof "leading-ones" - 1,
     1,
     leading_ones},
    {{"trap_nN", "sum over blocks of five: 0 if all are ones, else 1 + ones",
      "N bits in blocks of five that look better with fewer ones; misleads whoever learns about "
      "single bits."},
     "Deceptive traps",
     sizeof "trap" - 1,
     BLOCK,
     trap},
};

static void start(const nes_problem *p, double *x0)
{
    memset(x0, 0, p->dim * sizeof *x0);
}

static nes_status open_problem(nes_problem *p, const nes_problem_note *note)
{
    const bit_row *row = p->row;
    const nes_problem_size size = {row->kind.pattern, row->length, 'n',
                                   "number of bits",  row->block,  NES_PROBLEM_ANY_DIM};
    size_t bits;
    const nes_status status = nes_problem_read_size(p, &size, p->id + row->length, &bits, note);
    if (status != NES_OK) return status;
    if (bits % row->block != 0)
        return nes_problem_refuse(note, NES_ERR_DIMENSION,
                                  "problem '%.60s' has blocks of %zu bits; write a multiple, such "
                                  "as %.*s_n%zu",
                                  p->id, row->block, (int)row->length, row->kind.pattern,
                                  bits - bits % row->block);
    p->name = row->name;
    p->dim = bits;
    p->optimum = 0;
    p->sigma = 0.5;
    p->bits = true;
    p->value = row->value;
    p->start = start;
    p->solution = malloc(bits * sizeof *p->solution);
    if (!p->solution) return NES_ERR_MEMORY;
    for (size_t i = 0; i < bits; i++) p->solution[i] = 1;
    return NES_OK;
}

static const nes_problem_kind *kind_at(size_t i)
{
    return i < sizeof rows / sizeof *rows ? &rows[i].kind : NULL;
}

static const void *find(const char *id)
{
    const char *rest;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (nes_problem_named(id, rows[i].kind.pattern, rows[i].length, &rest)) return &rows[i];
    return NULL;
}

const nes_problem_family nes_problem_bit_strings = {"bits", kind_at, find, open_problem};
