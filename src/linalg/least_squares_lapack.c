/* SPDX-License-Identifier: MIT
 *
 * By the singular values. */
#include <lapacke.h>

#include "linalg/least_squares.h"
#include "util/lock.h"

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

size_t nes_least_squares_work(size_t n, size_t p)
{
    lapack_int rank;
    double size = 0, none = 0;
    nes_lapack_enter();
    LAPACKE_dgelss_work(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)p, 1, &none, (lapack_int)n,
                        &none, (lapack_int)larger(n, p), &none, -1, &rank, &size, -1);
    nes_lapack_leave();
    return (size_t)size;
}

int nes_least_squares_solve(const nes_least_squares *f)
{
    const lapack_int n = (lapack_int)f->n, p = (lapack_int)f->p;
    lapack_int rank;
    nes_lapack_enter();
    const lapack_int bad = LAPACKE_dgelss_work(LAPACK_COL_MAJOR, n, p, 1, f->a, n, f->x,
                                               (lapack_int)larger(f->n, f->p), f->values, f->cut,
                                               &rank, f->work, (lapack_int)f->room);
    nes_lapack_leave();
    return bad != 0;
}
