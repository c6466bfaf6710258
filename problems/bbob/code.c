/* SPDX-License-Identifier: MIT
 *
 * The definitions, compiled for one kind of processor. Points are gathered into blocks of LANES,
 * and the values of a block are computed together. Unused lanes of the last block repeat its first
 * point. */
#include "kernel.h"

static const nes_bbob_plan *find(size_t definition)
{
    static const nes_bbob_kernel *const groups[] = {
        ON_PROCESSOR(nes_bbob_separable),   ON_PROCESSOR(nes_bbob_moderate),
        ON_PROCESSOR(nes_bbob_conditioned), ON_PROCESSOR(nes_bbob_multimodal),
        ON_PROCESSOR(nes_bbob_weak),        ON_PROCESSOR(nes_bbob_gallagher),
    };
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        for (const nes_bbob_kernel *k = groups[g]; k->value; k++)
            if (k->plan.definition == definition) return &k->plan;
    return NULL;
}

/* Copies n points to the lanes of x. Returns a vector that is 0 in the lanes whose coordinates are
 * all finite, and NaN in the others (infinity times 0 is NaN). */
static vec gather(size_t n, size_t d, const double *points, vec *x)
{
    vec defect = {0};
    for (size_t k = 0; k < LANES; k++) {
        const double *point = points + (k < n ? k * d : 0);
        for (size_t i = 0; i < d; i++) x[i][k] = point[i];
    }
    for (size_t i = 0; i < d; i++) defect += x[i] * 0.0;
    return defect;
}

/* The value of a point that is not finite. */
static double undefined(size_t d, const double *x)
{
    for (size_t i = 0; i < d; i++)
        if (isinf(x[i])) return INFINITY;
    return NAN;
}

static void values(const nes_bbob *b, const nes_bbob_plan *plan, size_t n, const double *x,
                   double *f, double *room)
{
    const nes_bbob_kernel *kernel = (const nes_bbob_kernel *)(const void *)plan;
    const size_t d = b->d;
    vec *block = (vec *)(void *)room;
    for (size_t k = 0; k < n; k += LANES) {
        const size_t count = n - k < LANES ? n - k : LANES;
        const vec defect = gather(count, d, x + k * d, block);
        const vec value = kernel->value(b, block, block + d, block + 2 * d);
        for (size_t l = 0; l < count; l++)
            f[k + l] = defect[l] == 0.0 ? value[l] : undefined(d, x + (k + l) * d);
    }
}

extern const nes_bbob_code ON_PROCESSOR(nes_bbob_code);
const nes_bbob_code ON_PROCESSOR(nes_bbob_code) = {NES_PROCESSOR_NAME, LANES, find, values};
