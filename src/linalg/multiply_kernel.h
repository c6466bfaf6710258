/* SPDX-License-Identifier: MIT
 *
 * The product behind multiply.h for vectors of LANES numbers. One file for each instruction set
 * includes this one; before that it defines LANES, ROWS and UNITS. The result is computed in tiles
 * of ROWS rows by UNITS times NES_UNIT columns, whose sums stay in registers. Every element is a
 * sum over k in increasing order, so its bits do not depend on how the result is cut into tiles.
 * [math: A24] */
#include "linalg/lanes.h"
#include "linalg/multiply.h"

/* PER_UNIT: vectors in a unit. WIDE: vectors of sums that a tile of a single row may have. TERMS:
 * rows of a strip that fit into the first-level cache. */
enum {
    PER_UNIT = NES_UNIT / LANES,
    WIDE = LANES == 8 ? 16 : 12,
    WIDE_UNITS = WIDE / PER_UNIT,
    TERMS = 128
};

static inline size_t stride_of(const nes_factors *f)
{
    return f->stride > 0 ? f->stride : f->width;
}

/* Computes one tile, at row i and column j. rows and vectors are constants in every call, and the
 * function is always inlined, so the compiler keeps sum[][] in registers. */
static inline __attribute__((always_inline)) void tile(size_t rows, size_t vectors,
                                                       const nes_factors *f, size_t i, size_t j)
{
    const size_t n = f->n, width = f->width, row = f->row, column = f->column;
    const size_t stride = stride_of(f), apart = f->apart > 0 ? f->apart : width;
    const double *left = f->left + i * row, *right = f->right + j, c = f->c;
    double *out = f->out + i * apart + j;
    lanes sum[ROWS][WIDE];
    if (f->add)
        EACH (r, rows)
            EACH (v, vectors) sum[r][v] = load(out + r * apart + v * LANES);
    else
        EACH (r, rows)
            EACH (v, vectors) sum[r][v] = (lanes){0};
    for (size_t k = 0; k < n; k++) {
        lanes b[WIDE];
        EACH (v, vectors) b[v] = load(right + v * LANES);
        for (size_t v = 0; rows > 1 && v < vectors; v += PER_UNIT) /* prefetches the next strip */
            __builtin_prefetch(right + (vectors + v) * LANES, 0, 2);
        EACH (r, rows)
            EACH (v, vectors) sum[r][v] += left[r * row] * b[v];
        left += column;
        right += stride;
    }
    EACH (r, rows)
        EACH (v, vectors) store(out + r * apart + v * LANES, c * sum[r][v]);
}

/* Computes a tile of up to ROWS rows: one copy of tile() for each number of rows. */
static inline __attribute__((always_inline)) void any_rows(size_t rows, size_t vectors,
                                                           const nes_factors *f, size_t i, size_t j)
{
#define CASE(r)                                                                                    \
    case r:                                                                                        \
        if (r <= ROWS) tile(r, vectors, f, i, j);                                                  \
        break
    switch (rows) {
        CASE(1);
        CASE(2);
        CASE(3);
        CASE(4);
        CASE(5);
        CASE(6);
        CASE(7);
        CASE(8);
    }
#undef CASE
}

/* Computes a tile of a single row, which may be wider because it leaves registers free. */
static void wide_tile(size_t units, const nes_factors *f, size_t i, size_t j)
{
#define CASE(u)                                                                                    \
    case u:                                                                                        \
        if (u <= WIDE_UNITS) tile(1, (u)*PER_UNIT, f, i, j);                                       \
        break
    switch (units) {
        CASE(1);
        CASE(2);
        CASE(3);
        CASE(4);
        CASE(5);
        CASE(6);
        CASE(7);
        CASE(8);
        CASE(9);
        CASE(10);
        CASE(11);
        CASE(12);
        CASE(13);
        CASE(14);
        CASE(15);
        CASE(16);
    }
#undef CASE
}

static void any_tile(size_t rows, size_t units, const nes_factors *f, size_t i, size_t j)
{
    if (units == 1) any_rows(rows, PER_UNIT, f, i, j);
    if (UNITS > 1 && units == 2) any_rows(rows, 2 * PER_UNIT, f, i, j);
    if (UNITS > 2 && units == 3) any_rows(rows, 3 * PER_UNIT, f, i, j);
}

/* Returns the size of the next part of `left` units, at most `most`. The last two parts are about
 * equal, because a narrow one would be slow. */
static size_t share(size_t left, size_t most)
{
    return left <= most ? left : left <= 2 * most ? (left + 1) / 2 : most;
}

/* Computes the columns lo .. hi-1 of the rows i .. i+rows-1. */
static void strips(const nes_factors *f, size_t i, size_t rows, size_t lo, size_t hi)
{
    for (size_t j = lo, us; j < hi; j += us * NES_UNIT) {
        us = share((hi - j) / NES_UNIT, UNITS);
        any_tile(rows, us, f, i, j);
    }
}

/* Computes `units` units of columns from j on, in all rows. */
static void one_strip(const nes_factors *f, size_t j, size_t units)
{
    for (size_t i = 0, rows; i < f->m; i += rows) {
        rows = share(f->m - i, ROWS);
        any_tile(rows, units, f, i, j);
    }
}

/* Returns the same product restricted to the terms k .. k+n-1 of every sum. Until the last part the
 * unfinished sums are stored in out and not yet multiplied by c, so splitting changes no bit. */
static nes_factors terms(const nes_factors *f, size_t k, size_t n)
{
    nes_factors part = *f;
    part.left += k * f->column;
    part.right += k * stride_of(f);
    part.add = f->add || k > 0;
    part.n = f->n - k < n ? f->n - k : n;
    if (k + part.n < f->n) part.c = 1;
    return part;
}

/* For long sums. Every row of tiles reads the same strip of the right factor again, so the outer
 * loop runs over strips, and the part in use stays in the cache. */
static void strip_by_strip(const nes_factors *f, size_t lo, size_t hi)
{
    for (size_t j = lo, us; j < hi; j += us * NES_UNIT) {
        us = share((hi - j) / NES_UNIT, UNITS);
        for (size_t k = 0; k < f->n; k += TERMS) {
            const nes_factors part = terms(f, k, TERMS);
            one_strip(&part, j, us);
        }
    }
}

/* For short sums. Most of the memory traffic is out, so the outer loop runs over its rows. */
static void row_by_row(const nes_factors *f, size_t lo, size_t hi)
{
    for (size_t i = 0, rows; i < f->m; i += rows) {
        rows = share(f->m - i, ROWS);
        strips(f, i, rows, lo, hi);
    }
}

static void wide_rows(const nes_factors *f, size_t lo, size_t hi)
{
    for (size_t i = 0; i < f->m; i++)
        for (size_t j = lo, us; j < hi; j += us * NES_UNIT) {
            us = share((hi - j) / NES_UNIT, WIDE_UNITS);
            wide_tile(us, f, i, j);
        }
}

/* A vector times a matrix, or a rank-one update: memory is the limit. A matrix larger than the
 * second-level cache is best read in long rows, a few at a time. */
static void vector_product(const nes_factors *f, size_t lo, size_t hi)
{
    enum { CACHE = 1 << 16, FEW = 8 }; /* numbers in the cache; rows at a time */
    if (f->n * f->width <= CACHE) {
        wide_rows(f, lo, hi);
        return;
    }
    for (size_t k = 0; k < f->n; k += FEW) {
        const nes_factors part = terms(f, k, FEW);
        wide_rows(&part, lo, hi);
    }
}

static void multiply(const nes_factors *f, size_t lo, size_t hi)
{
    if (hi - lo == NES_UNIT && f->m <= ROWS && f->n <= TERMS) { /* small: a single tile */
        any_tile(f->m, 1, f, 0, lo);
        return;
    }
    const bool wide = f->width >= WIDE_UNITS * NES_UNIT;
    if (f->n > 0 && (f->m == 1 || (f->n == 1 && wide)))
        vector_product(f, lo, hi);
    else if (f->n > f->m)
        strip_by_strip(f, lo, hi);
    else
        row_by_row(f, lo, hi);
}
