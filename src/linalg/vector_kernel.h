/* SPDX-License-Identifier: MIT
 *
 * The code behind vector.h for vectors of LANES numbers; one file for each instruction set includes
 * it. Whatever LANES is, a scalar product is made of sixteen partial sums, element i going to
 * number i mod 16, which are added up in one fixed order, and of one more sum for the remainder.
 * So every instruction set gives the same bits. */
#include "linalg/lanes.h"
#include "linalg/vector.h"

enum { SUMS = 16, PARTS = SUMS / LANES, HALF = SUMS / 2 };

/* Adds up the sixteen partial sums, again the upper half to the lower half. */
static inline double total(lanes *part)
{
    if (PARTS > 4)
        EACH (p, 4) part[p] += part[p + 4];
    if (PARTS > 2)
        EACH (p, 2) part[p] += part[p + 2];
    return fold(part[0] + part[1]);
}

static inline double dot_of(size_t n, const double *a, const double *b)
{
    lanes part[PARTS];
    size_t i = 0;
    double rest = 0;
    if (n < HALF) { /* the partial sums would be zeros */
        for (; i < n; i++) rest += a[i] * b[i];
        return rest;
    }
    EACH (p, PARTS) part[p] = (lanes){0};
    for (; i + SUMS <= n; i += SUMS)
        EACH (p, PARTS) part[p] += load(a + i + p * LANES) * load(b + i + p * LANES);
    if (i + HALF <= n) {
        EACH (p, PARTS / 2) part[p] += load(a + i + p * LANES) * load(b + i + p * LANES);
        i += HALF;
    }
    for (; i < n; i++) rest += a[i] * b[i];
    return total(part) + rest;
}

static double dot(size_t n, const double *a, const double *b)
{
    return dot_of(n, a, b);
}

static void dots(const nes_dot_rows *f)
{
    for (size_t k = 0; k < f->rows; k++)
        f->sum[k] += f->c * dot_of(f->n, f->a + k * f->a_stride, f->b + k * f->b_stride);
}

static void combine_row(size_t n, double a, const double *x, double b, const double *y, double *out)
{
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) store(out + i, a * load(x + i) + b * load(y + i));
    for (; i < n; i++) out[i] = a * x[i] + b * y[i];
}

static void combine(const nes_combination *f)
{
    for (size_t k = 0; k < f->rows; k++) {
        const double a = f->t != NULL ? f->a * f->t[k] : f->a;
        combine_row(f->n, a, f->x + k * f->x_stride, f->b, f->y + k * f->y_stride,
                    f->out + k * f->out_stride);
    }
}
