/* SPDX-License-Identifier: MIT */
#include "support/surrogate.h"

#include <math.h>
#include <stdlib.h>

#include "linalg/invert.h"
#include "support/check.h"
#include "support/dense.h"

static void carve(surrogate *s, nes_arena *a, size_t d, size_t room, nes_cpu level)
{
    nes_archive_carve(&s->archive, a, d, room);
    nes_frame_carve(&s->frame, a, d);
    s->models = nes_models_carve(a, d, level);
    nes_polynomial_carve(&s->polynomial, a, d, level);
    nes_process_carve(&s->process, a, d, level);
    nes_ball_carve(&s->ball, a, d, level);
    s->work = NES_CARVE(a, double, nes_invert_work(d) + d * d);
}

void surrogate_open(surrogate *s, size_t d, size_t room, nes_cpu level)
{
    nes_arena a = {0};
    *s = (surrogate){.d = d};
    carve(s, &a, d, room, level);
    s->memory = dense_room(nes_arena_size(&a), 1);
    a = nes_arena_on(s->memory);
    carve(s, &a, d, room, level);
    double *m = dense_room(d, sizeof *m), *D = dense_room(d, sizeof *D);
    double *B = dense_room(d * d, sizeof *B);
    for (size_t i = 0; i < d; i++) D[i] = B[i * d + i] = 1;
    surrogate_frame(s, m, 1, D, B);
    nes_models_start(s->theta);
    free(m);
    free(D);
    free(B);
}

void surrogate_close(surrogate *s)
{
    free(s->memory);
}

void surrogate_frame(surrogate *s, const double *m, double sigma, const double *D, const double *B)
{
    assert_true(nes_frame_set(&s->frame, m, sigma, D, B, s->work, nes_cpu_best()));
}

void surrogate_add(surrogate *s, size_t n, uint64_t seed, surrogate_f f)
{
    double *x = dense_room(n * s->d, sizeof *x);
    dense_normals(seed, n * s->d, x);
    for (size_t k = 0; k < n; k++)
        nes_archive_append(&s->archive, x + k * s->d, f(s->d, x + k * s->d), 0);
    free(x);
}

nes_fit surrogate_fit(surrogate *s, size_t window)
{
    nes_fit fit = {.archive = &s->archive,
                   .frame = &s->frame,
                   .best = SIZE_MAX,
                   .window = window,
                   .theta = s->theta};
    for (size_t k = 0; k < s->archive.n; k++)
        if (s->archive.run[k] == 0 && isfinite(s->archive.f[k]) &&
            (fit.best == SIZE_MAX || s->archive.f[k] < s->archive.f[fit.best]))
            fit.best = k;
    return fit;
}

double surrogate_bowl(size_t d, const double *x)
{
    const double turned = d > 1 ? x[0] + x[1] - 1 : x[0] - 1;
    double sum = turned * turned + x[0];
    for (size_t j = 0; j < d; j++)
        sum += pow(10, (double)j / (d > 1 ? (double)(d - 1) : 1)) * x[j] * x[j];
    return sum;
}
