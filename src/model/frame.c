/* SPDX-License-Identifier: MIT
 *
 * Natural coordinates, in which the distribution is about the unit ball:
 *   x = m + sigma sqrt(d) diag(D) B u      [math: B21] */
#include <math.h>
#include <string.h>

#include "linalg/invert.h"
#include "linalg/vector.h"
#include "model/models.h"

void nes_frame_carve(nes_frame *f, nes_arena *a, size_t d)
{
    *f = (nes_frame){.d = d};
    f->m = NES_CARVE(a, double, d);
    f->D = NES_CARVE(a, double, d);
    f->B = NES_CARVE(a, double, d *d);
    f->columns = NES_CARVE(a, double, d *d);
}

static bool positive(double v)
{
    return v > 0 && isfinite(v);
}

bool nes_frame_set(nes_frame *f, const double *m, double sigma, const double *D, const double *B,
                   double *work, nes_cpu level)
{
    const size_t d = f->d;
    double *inverse = work, log_det;
    memcpy(f->m, m, d * sizeof *m);
    memcpy(f->D, D, d * sizeof *D);
    memcpy(f->B, B, d * d * sizeof *B);
    f->sigma = sigma;
    if (!positive(sigma)) return false;
    for (size_t i = 0; i < d; i++)
        if (!isfinite(m[i]) || !positive(D[i])) return false;
    if (nes_invert(d, B, inverse, &log_det, work + d * d, level)) return false;
    nes_transpose(d, d, inverse, d, f->columns, d);
    return true;
}

void nes_frame_into(const nes_frame *f, const double *x, double *u)
{
    const size_t d = f->d;
    const double length = f->sigma * sqrt((double)d);
    memset(u, 0, d * sizeof *u);
    for (size_t j = 0; j < d; j++)
        nes_combine(d, (x[j] - f->m[j]) / (length * f->D[j]), f->columns + j * d, 1, u, u);
}

void nes_frame_out(const nes_frame *f, const double *u, double *x)
{
    const double length = f->sigma * sqrt((double)f->d);
    for (size_t i = 0; i < f->d; i++)
        x[i] = f->m[i] + length * f->D[i] * nes_dot(f->d, f->B + i * f->d, u);
}
