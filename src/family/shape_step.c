/* SPDX-License-Identifier: MIT
 *
 * A step of a square matrix: 2 d^2 k flops on top of the 2 d^2 k of sampling, without inverse
 * matrix, and with exponentials of small matrices only. [math: A12, A24] */
#include "family/shape_step.h"

#include <string.h>

#include "linalg/lowrank.h"
#include "linalg/vector.h"
#include "util/team.h"

void nes_shape_step_carve(nes_shape_step *s, double *work)
{
    s->dense = s->k >= s->d;
    s->m = s->dense ? s->d : s->k;
    s->m_width = nes_padded(s->m);
    s->zt = work;
    s->gram = s->zt + (s->dense ? 0 : s->d * s->m_width);
    s->plus = s->gram + s->m * s->m_width;
    s->minus = s->plus + s->m * s->m_width;
    s->rows = s->minus + s->m * s->m_width;
    s->scratch = s->rows + s->k * nes_padded(s->d);
}

size_t nes_shape_step_nwork(size_t d, size_t k)
{
    const bool dense = k >= d;
    const size_t m = dense ? d : k, width = nes_padded(m);
    return (dense ? 0 : d * width) + 3 * m * width + k * nes_padded(d) +
           nes_lowrank_scratch(m, width);
}

void nes_shape_step_place(const nes_shape_step *s, size_t extra)
{
    const size_t first = s->k - extra;
    if (s->bt == NULL) return;
    nes_factors f = nes_times(s->p->level, extra, s->d, s->width, s->z.first + first * s->z.stride,
                              s->z.stride, s->bt, s->y.first + first * s->y.stride);
    f.apart = s->y.stride;
    nes_multiply(&f);
}

void nes_shape_step_shift(const nes_shape_step *s, double eta, const double *mean, double *shift)
{
    nes_factors f = nes_times(s->p->level, 1, s->k, s->width, mean, 0, s->y.first, shift);
    f.c = eta;
    f.stride = s->y.stride;
    nes_multiply(&f);
}

void nes_shape_step_gram(const nes_shape_step *s)
{
    if (s->dense) return;
    nes_transpose(s->k, s->d, s->z.first, s->z.stride, s->zt, s->m_width);
    const nes_factors f =
        nes_times(s->p->level, s->k, s->d, s->m_width, s->z.first, s->z.stride, s->zt, s->gram);
    nes_multiply(&f);
}

/* Dense: Z^T W Z in the place of the Gram matrix. */
static void find_outer(const nes_shape_step *s)
{
    nes_combine_rows(&(nes_combination){.rows = s->k,
                                        .n = s->d,
                                        .a = 1,
                                        .t = s->weights,
                                        .x = s->z.first,
                                        .x_stride = s->z.stride,
                                        .y = s->z.first,
                                        .y_stride = s->z.stride,
                                        .out = s->rows,
                                        .out_stride = s->m_width});
    const nes_factors f = nes_transposed_times(s->p->level, s->d, s->k, s->m_width, s->z.first,
                                               s->z.stride, s->rows, s->gram);
    nes_multiply(&f);
}

int nes_shape_step_exponential(nes_shape_step *s, double a, double limit)
{
    if (s->dense) find_outer(s);
    nes_lowrank e = {.k = s->m,
                     .width = s->m_width,
                     .c = a,
                     .limit = limit,
                     .weights = s->dense ? NULL : s->weights,
                     .gram = s->gram,
                     .dense = s->dense ? s->gram : NULL,
                     .plus = s->plus,
                     .minus = s->minus,
                     .scratch = s->scratch,
                     .level = s->p->level};
    const int status = nes_lowrank_expm1(&e);
    s->trace = e.trace;
    return status;
}

/* Columns of B^T are rows of B: each moves on its own. */
static void move_columns(void *data, size_t lo, size_t hi)
{
    const nes_shape_step *s = data;
    const size_t d = s->d, width = s->width;
    const nes_cpu level = s->p->level;
    nes_factors f;
    if (s->dense) {
        for (size_t i = 0; i < d; i++)
            memcpy(s->rows + i * width + lo, s->bt + i * width + lo, (hi - lo) * sizeof *s->bt);
        f = nes_times(level, d, d, width, s->plus, width, s->rows, s->bt);
    } else {
        f = nes_times(level, s->k, s->k, width, s->plus, s->m_width, s->y.first, s->rows);
        f.stride = s->y.stride;
        nes_multiply_columns(&f, lo, hi);
        f = nes_transposed_times(level, d, s->k, width, s->z.first, s->z.stride, s->rows, s->bt);
    }
    f.c = s->c;
    f.add = true;
    nes_multiply_columns(&f, lo, hi);
}

void nes_shape_step_move(nes_shape_step *s)
{
    nes_team_run(s->p->team, s->width, NES_STRIP, move_columns, s);
}
