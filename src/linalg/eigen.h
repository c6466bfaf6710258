/* SPDX-License-Identifier: MIT
 * stub */
#ifndef NES_LINALG_EIGEN_H
#define NES_LINALG_EIGEN_H
#include "util/cpu.h"
#include <stddef.h>
typedef struct nes_eigen {
    size_t d, width;
    double *a, *vectors, *values, *scratch;
    struct nes_team *team;
    nes_cpu level;
} nes_eigen;
size_t nes_eigen_scratch(size_t d);
int nes_eigen_solve(nes_eigen *e);
#endif
