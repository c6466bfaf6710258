/* SPDX-License-Identifier: MIT
 *
 * Eigenvectors by the eigensolver of linalg/eigen.h, in ascending order of the eigenvalues. */
#include <math.h>
#include <string.h>

#include "linalg/eigen.h"
#include "linalg/invert.h"
#include "linalg/multiply.h"

/* Sorts the eigenvalues in ascending order, each with its eigenvector. */
static void put_in_order(const nes_eigen *e, double *vectors, double *w)
{
    for (size_t k = 0; k < e->d; k++) {
        size_t least = 0;
        for (size_t i = 1; i < e->d; i++)
            if (e->values[i] < e->values[least]) least = i;
        w[k] = e->values[least];
        e->values[least] = INFINITY;
        memcpy(vectors + k * e->d, e->vectors + least * e->width, e->d * sizeof *vectors);
    }
}

int nes_decompose(size_t d, const double *a, double *vectors, double *w, double *work,
                  nes_cpu level)
{
    const size_t width = nes_padded(d);
    nes_eigen e = {.d = d,
                   .width = width,
                   .a = work,
                   .vectors = work + d * width,
                   .values = work + 2 * d * width,
                   .scratch = work + (2 * d + 1) * width,
                   .level = level};
    memset(e.a, 0, d * width * sizeof *e.a);
    for (size_t i = 0; i < d; i++) memcpy(e.a + i * width, a + i * d, d * sizeof *a);
    if (nes_eigen_solve(&e) != 0) return 1;
    put_in_order(&e, vectors, w);
    return 0;
}
