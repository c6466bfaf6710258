/* SPDX-License-Identifier: MIT
 *
 * What bbob-largescale has of its own: rotations of blocks of coordinates, so that a point costs
 * time linear in the dimension, between random orders of the coordinates, which mix the blocks. An
 * order comes about by exchanges with coordinates at most a third of the dimension away. */
#include <math.h>
#include <stdlib.h>

#include "bbob.h"
#include "random.h"

/* A random number and the coordinate that it belongs to. */
typedef struct draw {
    double u;
    size_t i;
} draw;

static int compare(const void *a, const void *b)
{
    const draw *s = a, *t = b;
    if (s->u != t->u) return s->u < t->u ? -1 : 1;
    return s->i < t->i ? -1 : s->i > t->i;
}

/* Writes the order with that seed to order; work has room for d draws. */
static void make_order(size_t d, int64_t seed, draw *work, size_t *order)
{
    const size_t reach = d / 3;
    nes_bbob_uniform g;
    nes_bbob_uniform_seed(&g, seed);
    for (size_t i = 0; i < d; i++) {
        work[i] = (draw){nes_bbob_uniform_next(&g), i};
        order[i] = i;
    }
    qsort(work, d, sizeof *work, compare);
    for (size_t t = 0; t < d; t++) {
        const size_t a = work[t].i, low = a > reach ? a - reach : 0,
                     high = a + reach < d ? a + reach : d - 1;
        double u;
        nes_bbob_unif(1, seed + 1000 * (int64_t)(t + 1), &u);
        size_t b = low + (size_t)floor(u * (double)(high - low));
        if (b >= a) b++;
        const size_t other = order[a];
        order[a] = order[b];
        order[b] = other;
    }
}

void nes_bbob_make_large(nes_bbob *b, double condition)
{
    if (b->r) nes_bbob_make_r(b);
    if (b->q) nes_bbob_make_q(b);
    for (size_t k = 0; b->order && k < NES_BBOB_ORDERS; k++)
        make_order(b->d, b->seed + 1000000 * (int64_t)(k + 2), (draw *)(void *)b->scratch,
                   b->order + k * b->d);
    for (size_t i = 0; i < b->d; i++)
        b->stretch[i] = pow(condition, 0.5 * (double)i / (double)(b->d - 1));
}
