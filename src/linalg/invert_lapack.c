/* SPDX-License-Identifier: MIT
 *
 * LAPACK stores matrices by columns, so it sees our row-major matrices transposed. The inverse is
 * right all the same, its upper triangle is our lower one, and its columns of eigenvectors are our
 * rows. */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "linalg/invert.h"
#include "util/lock.h"

static int invert(size_t d, const double *a, double *inverse, double *log_det, double *work)
{
    const lapack_int n = (lapack_int)d;
    lapack_int *pivot = (lapack_int *)(void *)(work + d);
    memcpy(inverse, a, d * d * sizeof *a);
    if (LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, inverse, n, pivot) != 0) return 1;
    *log_det = 0;
    for (size_t i = 0; i < d; i++) *log_det += log(fabs(inverse[i * d + i]));
    return LAPACKE_dgetri_work(LAPACK_COL_MAJOR, n, inverse, n, pivot, work, n) != 0 ||
           !isfinite(*log_det);
}

int nes_invert(size_t d, const double *a, double *inverse, double *log_det, double *work)
{
    nes_lapack_enter();
    const int bad = invert(d, a, inverse, log_det, work);
    nes_lapack_leave();
    return bad;
}

static int cholesky(size_t d, double *a, double *inverse, double *log_det)
{
    const lapack_int n = (lapack_int)d;
    if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', n, a, n) != 0) return 1;
    *log_det = 0;
    for (size_t i = 0; i < d; i++) {
        *log_det += log(a[i * d + i]);
        for (size_t j = i + 1; j < d; j++) a[i * d + j] = 0;
    }
    memcpy(inverse, a, d * d * sizeof *a);
    return LAPACKE_dtrtri_work(LAPACK_COL_MAJOR, 'U', 'N', n, inverse, n) != 0 ||
           !isfinite(*log_det);
}

int nes_cholesky(size_t d, double *a, double *inverse, double *log_det)
{
    nes_lapack_enter();
    const int bad = cholesky(d, a, inverse, log_det);
    nes_lapack_leave();
    return bad;
}

size_t nes_decompose_work(size_t d)
{
    return 3 * d;
}

int nes_decompose(size_t d, const double *a, double *vectors, double *w, double *work,
                  nes_cpu level)
{
    (void)level;
    const lapack_int n = (lapack_int)d;
    for (size_t i = 0; i < d * d; i++)
        if (!isfinite(a[i])) return 1;
    memcpy(vectors, a, d * d * sizeof *a);
    nes_lapack_enter();
    const lapack_int bad =
        LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'U', n, vectors, n, w, work, 3 * n);
    nes_lapack_leave();
    return bad != 0;
}
