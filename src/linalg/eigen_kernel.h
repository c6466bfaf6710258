/* SPDX-License-Identifier: MIT
 *
 * The loops behind eigen_parts.h for vectors of LANES numbers. One file for each instruction set
 * includes this one; before that it defines LANES, ROWS, a multiple of LANES that divides NES_UNIT,
 * and VECTORS, the vectors of a row that are turned together. [math: A24] */
#include "linalg/eigen_parts.h"
#include "linalg/lanes.h"

/* Adds the products of rows i .. i+rows-1. An element left of column `own` is read once and used
 * twice, in its row and in the mirrored column; the square from `own` on is stored in full. rows is
 * a constant in every call. */
static inline __attribute__((always_inline)) void add_rows(size_t rows, const double *a,
                                                           size_t width, size_t i, size_t own,
                                                           const double *x, double *y)
{
    const double *row = a + i * width;
    lanes sum[ROWS];
    EACH (r, rows) sum[r] = (lanes){0};
    for (size_t j = 0; j < own; j += LANES) {
        const lanes u = load(x + j);
        lanes t = load(y + j);
        EACH (r, rows) {
            const lanes v = load(row + r * width + j);
            sum[r] += u * v;
            t += x[i + r] * v;
        }
        store(y + j, t);
    }
    for (size_t j = own; j < own + ROWS; j += LANES)
        EACH (r, rows) sum[r] += load(x + j) * load(row + r * width + j);
    EACH (r, rows) y[i + r] += fold(sum[r]);
}

static void add_product(const double *a, size_t width, size_t lo, size_t hi, const double *x,
                        double *y)
{
    size_t i = lo;
    for (; i + ROWS <= hi; i += ROWS) add_rows(ROWS, a, width, i, i, x, y);
    for (size_t own = i; i < hi; i++) add_rows(1, a, width, i, own, x, y);
}

/* Turns the rows i and i+1: x is row i and becomes row i+1; carry is row i+1 and becomes row i,
 * which the next rotation of the same sweep turns again. */
static inline void rotate(const double *turn, size_t vectors, lanes *x, lanes *carry)
{
    const double c = turn[0], s = turn[1];
    EACH (v, vectors) {
        const lanes done = s * x[v] + c * carry[v];
        carry[v] = c * x[v] - s * carry[v];
        x[v] = done;
    }
}

static inline void load_row(size_t vectors, const double *row, lanes *x)
{
    EACH (v, vectors) x[v] = load(row + v * LANES);
}

static inline void store_row(size_t vectors, double *row, const lanes *x)
{
    EACH (v, vectors) store(row + v * LANES, x[v]);
}

/* Applies the rotations hi-1 .. lo of sweep k alone. */
static inline __attribute__((always_inline)) void one_sweep(const nes_wave *w, size_t k, size_t lo,
                                                            size_t hi, size_t vectors,
                                                            double *strip, size_t columns)
{
    lanes carry[VECTORS], x[VECTORS];
    load_row(vectors, strip + hi * columns, carry);
    for (size_t i = hi; i-- > lo;) {
        load_row(vectors, strip + i * columns, x);
        rotate(w->turns + 2 * (NES_EIGEN_WAVE * i + k), vectors, x, carry);
        store_row(vectors, strip + (i + 1) * columns, x);
    }
    store_row(vectors, strip + lo * columns, carry);
}

/* Applies the middle of a full wave: at every turn of the loop each sweep makes one rotation, one
 * row behind the sweep before it. So a row is loaded and stored once for all sweeps. */
static inline __attribute__((always_inline)) void all_sweeps(const nes_wave *w, size_t vectors,
                                                             double *strip, size_t columns)
{
    enum { K = NES_EIGEN_WAVE };
    lanes carry[K][VECTORS], x[VECTORS];
    size_t i = w->hi - K + 1;
    EACH (k, K) load_row(vectors, strip + (i + k) * columns, carry[k]);
    while (i-- > w->lo) {
        const double *turn = w->turns + 2 * K * i;
        load_row(vectors, strip + i * columns, x);
        EACH (k, K) rotate(turn + 2 * (K + 1) * k, vectors, x, carry[k]);
        store_row(vectors, strip + (i + K) * columns, x);
    }
    EACH (k, K) store_row(vectors, strip + (w->lo + k) * columns, carry[k]);
}

/* Applies a wave to `vectors` vectors of each row. Before the middle of a full wave its first
 * sweeps move ahead; after the middle its last sweeps catch up. */
static inline __attribute__((always_inline)) void wave(const nes_wave *w, size_t vectors,
                                                       double *strip, size_t columns)
{
    enum { K = NES_EIGEN_WAVE };
    const size_t lo = w->lo, hi = w->hi;
    if (w->sweeps < K || hi - lo < K) {
        for (size_t k = 0; k < w->sweeps; k++) one_sweep(w, k, lo, hi, vectors, strip, columns);
        return;
    }
    for (size_t k = 0; k + 1 < K; k++) one_sweep(w, k, hi - K + 1 + k, hi, vectors, strip, columns);
    all_sweeps(w, vectors, strip, columns);
    for (size_t k = 1; k < K; k++) one_sweep(w, k, lo, lo + k, vectors, strip, columns);
}

static void turn(const nes_wave *w, double *strip, size_t columns)
{
    for (size_t left = columns / LANES, some; left > 0; left -= some, strip += some * LANES) {
        some = left < VECTORS ? left : VECTORS;
        if (some == 1) wave(w, 1, strip, columns);
        if (some == 2) wave(w, 2, strip, columns);
        if (VECTORS > 2 && some == 3) wave(w, VECTORS, strip, columns);
    }
}
