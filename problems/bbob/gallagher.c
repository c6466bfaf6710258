/* SPDX-License-Identifier: MIT
 *
 * f21 and f22, Gallagher's Gaussian peaks: 101 of them with condition numbers up to 1000, or 21 up
 * to 10^6, in one rotation Q. With z = Q x,
 *
 *   h = max_p w_p exp(-1/(2d) sum_j s_pj (z_j - c_pj)^2),   value osz(10 - h)^2
 *
 * Peak 0 is the highest, with w = 10, and its centre is the optimum. */
#include <stdlib.h>

#include "kernel.h"
#include "random.h"

typedef struct peak_plan {
    size_t peaks;
    double width, left, first; /* centres in [-left, width - left); condition of peak 0 */
} peak_plan;

/* A random number and its place among the others, for a random permutation by sorting. */
typedef struct number {
    double u;
    size_t index;
} number;

static int compare(const void *a, const void *b)
{
    const number *s = a, *t = b;
    if (s->u != t->u) return s->u < t->u ? -1 : 1;
    return s->index < t->index ? -1 : s->index > t->index;
}

/* A random permutation: order[k] gets the index of the k-th smallest of unif(n, seed). */
static void draw_order(size_t n, int64_t seed, number *order)
{
    nes_bbob_uniform g;
    nes_bbob_uniform_seed(&g, seed);
    for (size_t k = 0; k < n; k++) order[k] = (number){nes_bbob_uniform_next(&g), k};
    qsort(order, n, sizeof *order, compare);
}

/* The slopes s_pj. The logarithms of the condition numbers of the peaks are equally spaced and in
 * random order. height holds the condition numbers while the slopes are made. */
static void draw_slopes(nes_bbob *b, const peak_plan *plan)
{
    const size_t d = b->d, n = plan->peaks;
    number *order = (number *)(void *)b->scratch;
    draw_order(n - 1, b->seed, order);
    b->height[0] = plan->first;
    for (size_t p = 1; p < n; p++)
        b->height[p] = pow(1000.0, (double)order[p - 1].index / (double)(n - 2));
    for (size_t p = 0; p < n; p++) {
        draw_order(d, b->seed + 1000 * (int64_t)p, order);
        for (size_t j = 0; j < d; j++)
            b->slope[p * d + j] = pow(b->height[p], (double)order[j].index / (double)(d - 1) - 0.5);
    }
}

static void draw_centres(nes_bbob *b, const peak_plan *plan)
{
    const size_t d = b->d;
    nes_bbob_uniform g;
    nes_bbob_uniform_seed(&g, b->seed);
    for (size_t p = 0; p < plan->peaks; p++) {
        double *place = b->scratch;
        for (size_t k = 0; k < d; k++)
            place[k] = plan->width * nes_bbob_uniform_next(&g) - plan->left;
        for (size_t i = 0; i < d; i++) {
            const size_t first = i - i % b->block;
            const size_t n = d - first < b->block ? d - first : b->block;
            const double *row = b->q + first * b->block + (i - first) * n;
            double sum = 0.0;
            for (size_t k = 0; k < n; k++) sum += row[k] * place[first + k];
            b->centre[p * d + i] = p == 0 ? sum * 0.8 : sum;
        }
        for (size_t k = 0; p == 0 && k < d; k++) b->xopt[k] = 0.8 * place[k];
    }
}

static void prepare(nes_bbob *b, const peak_plan *plan)
{
    const size_t n = plan->peaks;
    nes_bbob_make_q(b);
    draw_slopes(b, plan);
    draw_centres(b, plan);
    b->height[0] = 10.0;
    for (size_t p = 1; p < n; p++)
        b->height[p] = (double)(p - 1) / (double)(n - 2) * (9.1 - 1.1) + 1.1;
    for (size_t p = 0; p < n; p++) b->level[p] = log(b->height[p]);
}

/* The highest peak is found by comparing logarithms, so only one exponential is needed. */
static vec value(const nes_bbob *b, size_t n, const vec *x, vec *z)
{
    const size_t d = b->d;
    const double factor = -0.5 / (double)d;
    turn(b, b->q, x, z);
    vec best = all(-INFINITY), height = {0}, exponent = {0};
    for (size_t p = 0; p < n; p++) {
        vec sum = {0};
        for (size_t j = 0; j < d; j++) {
            const vec t = z[j] - b->centre[p * d + j];
            sum += b->slope[p * d + j] * t * t;
        }
        const vec e = factor * sum, level = b->level[p] + e;
        const mask higher = level > best;
        best = where(higher, level, best);
        height = where(higher, all(b->height[p]), height);
        exponent = where(higher, e, exponent);
    }
    const vec v = osz(10.0 - height * v_exp(exponent));
    return (v * v + penalty(b, 1.0, x)) + b->fopt;
}

enum { MANY = 101, FEW = 21 };

static void prepare_f21(nes_bbob *b)
{
    prepare(b, &(peak_plan){MANY, 10.0, 5.0, sqrt(1000.0)});
}

static vec f21(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    (void)y;
    return value(b, MANY, x, z);
}

static void prepare_f22(nes_bbob *b)
{
    prepare(b, &(peak_plan){FEW, 9.8, 4.9, 1000.0});
}

static vec f22(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    (void)y;
    return value(b, FEW, x, z);
}

const nes_bbob_kernel ON_PROCESSOR(nes_bbob_gallagher)[] = {
    {{21, Q, MANY, prepare_f21}, f21},
    {{22, Q, FEW, prepare_f22}, f22},
    {{0, 0, 0, NULL}, NULL},
};
