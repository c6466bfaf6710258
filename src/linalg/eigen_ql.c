/* SPDX-License-Identifier: MIT
 *
 * Implicit QL with Wilkinson's shift. A sweep costs little on the tridiagonal matrix and much on
 * the eigenvectors. So its rotations are only recorded, several sweeps to a wave, and applied when
 * the record is full: then a strip of columns stays in the cache for all of them, and threads can
 * share the strips. [math: A24] */
#include <math.h>
#include <stdbool.h>

#include "linalg/eigen_parts.h"

enum {
    WAVES = 16,             /* waves that are recorded before they are applied */
    PAIRS = NES_EIGEN_WAVE, /* pairs of a cosine and a sine for each row */
    MOST = 60               /* most sweeps for one eigenvalue; two are usual */
};

typedef struct ql {
    nes_eigen *e;
    const nes_eigen_code *code;
    double *off;
    double *turns; /* WAVES times d rows of PAIRS pairs */
    size_t waves;
    nes_wave wave[WAVES];
} ql;

size_t nes_eigen_ql_scratch(size_t d)
{
    return (size_t)WAVES * 2 * PAIRS * d;
}

static void turn_strips(void *data, size_t first, size_t end)
{
    const ql *q = data;
    for (size_t j = first; j < end; j++) {
        size_t columns;
        double *x = nes_eigen_strip(q->e, q->e->a, j, &columns);
        for (size_t w = 0; w < q->waves; w++) q->code->turn(&q->wave[w], x, columns);
    }
}

static void apply_waves(ql *q)
{
    size_t rotations = 0;
    for (size_t w = 0; w < q->waves; w++)
        rotations += q->wave[w].sweeps * (q->wave[w].hi - q->wave[w].lo);
    nes_team_run(nes_eigen_team(q->e, rotations * q->e->d), nes_eigen_strips(q->e), 1, turn_strips,
                 q);
    q->waves = 0;
}

/* Begins a wave whose sweeps rotate nothing yet. Returns its cosines and sines. */
static double *open_wave(ql *q, size_t lo, size_t hi)
{
    if (q->waves == WAVES) apply_waves(q);
    double *turns = q->turns + q->waves * 2 * PAIRS * q->e->d;
    for (size_t i = 2 * PAIRS * lo; i < 2 * PAIRS * hi; i += 2) {
        turns[i] = 1;
        turns[i + 1] = 0;
    }
    q->wave[q->waves++] = (nes_wave){.lo = lo, .hi = hi, .sweeps = 1, .turns = turns};
    return turns;
}

/* Returns where to record the rotations of a sweep over rows lo .. hi; row i begins at 2 PAIRS i.
 * The sweep joins the last wave if it lies inside that wave and is about as long. */
static double *place_sweep(ql *q, size_t lo, size_t hi)
{
    nes_wave *w = q->waves > 0 ? &q->wave[q->waves - 1] : NULL;
    if (w == NULL || w->sweeps == PAIRS || lo < w->lo || hi > w->hi ||
        2 * (hi - lo) < w->hi - w->lo)
        return open_wave(q, lo, hi);
    return q->turns + (q->waves - 1) * 2 * PAIRS * q->e->d + 2 * w->sweeps++;
}

/* Whether off[i] is lost beside its neighbours on the diagonal. The bound independent of them is
 * far below rounding, because the matrix is scaled, and keeps squares from underflowing. */
static bool negligible(const ql *q, size_t i)
{
    const double *x = q->e->values, size = fabs(q->off[i]);
    return size <= 0x1p-53 * (fabs(x[i]) + fabs(x[i + 1])) || size < 0x1p-300;
}

/* Wilkinson's shift: of the eigenvalues of the first two rows and columns, the one nearer to the
 * first element of the diagonal. */
static double shift(const ql *q, size_t lo)
{
    const double *x = q->e->values + lo, off = q->off[lo], h = (x[1] - x[0]) / (2 * off);
    return x[0] - off / (h + copysign(sqrt(h * h + 1), h));
}

/* One sweep over the rows lo .. hi, which no negligible element divides. p is the diagonal element
 * beside off[i] when its rotation begins. Its square pp and g, p times the last cosine, are
 * rational functions of the previous pp and g (Pal, Walker and Kahan). So no rotation waits for the
 * roots in the cosine and the sine of the last one. [math: A24] */
static void sweep(ql *q, size_t lo, size_t hi)
{
    double *x = q->e->values, *off = q->off, *turns = place_sweep(q, lo, hi);
    const double sigma = shift(q, lo);
    double g = x[hi] - sigma, pp = g * g, sign = copysign(1, g), c = 1, s = 0;
    for (size_t i = hi; i-- > lo;) {
        const double ee = off[i] * off[i], rr = pp + ee, r = sqrt(rr), inverse = 1 / rr;
        const double before = g, product = pp * (x[i] - sigma) - ee * g, last = c;
        off[i + 1] = s * r;
        c = sign * sqrt(pp) / r;
        s = off[i] / r;
        turns[2 * PAIRS * i] = c;
        turns[2 * PAIRS * i + 1] = s;
        g = product * inverse;
        x[i + 1] = before + (x[i] - g);
        const bool lost = pp < 0x1p-600; /* then p counts as zero */
        pp = lost ? last * last * ee : product * product / pp * inverse;
        sign = lost ? -copysign(1, last) : copysign(1, g) * sign;
    }
    off[lo] = s * sign * sqrt(pp);
    x[lo] = sigma + g;
}

int nes_eigen_ql(nes_eigen *e, double *off, double *scratch)
{
    ql q = {.e = e, .code = nes_eigen_codes[e->level], .off = off, .turns = scratch};
    for (size_t lo = 0; lo + 1 < e->d; lo++)
        for (int sweeps = 0;; sweeps++) {
            size_t hi = lo;
            while (hi + 1 < e->d && !negligible(&q, hi)) hi++;
            if (hi == lo) break;
            if (sweeps == MOST) return 1;
            sweep(&q, lo, hi);
        }
    apply_waves(&q);
    return 0;
}
