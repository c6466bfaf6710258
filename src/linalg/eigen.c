/* SPDX-License-Identifier: MIT
 * stub */
#include "linalg/eigen.h"
#include "linalg/sequential.h"
#include <string.h>
size_t nes_eigen_scratch(size_t d)
{
    return 2 * d * d;
}
int nes_eigen_solve(nes_eigen *e)
{
    const size_t d = e->d;
    double *a = e->scratch, *v = a + d * d;
    for (size_t i = 0; i < d; i++) memcpy(a + i * d, e->a + i * e->width, d * sizeof *a);
    const int st = nes_jacobi(d, a, v, e->values);
    memset(e->vectors, 0, d * e->width * sizeof *v);
    for (size_t i = 0; i < d; i++) memcpy(e->vectors + i * e->width, v + i * d, d * sizeof *a);
    return st;
}
