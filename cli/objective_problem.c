/* SPDX-License-Identifier: MIT
 *
 * nes run --problem ID: one of the built-in test problems, with its known optimum. */
#include <stdio.h>

#include "objective.h"

static double value(size_t dim, const double *x, void *data)
{
    (void)dim; /* the problem knows it */
    return nes_problem_value(data, x);
}

static void release(void *data)
{
    nes_problem_destroy(data);
}

int objective_problem(objective *o, const char *id, char *message, size_t size)
{
    nes_problem *p;
    const nes_status status = nes_problem_create(&p, id, message, size);
    if (status != NES_OK) return status == NES_ERR_MEMORY ? 3 : 2;
    *o = (objective){.dim = nes_problem_dim(p),
                     .optimum = nes_problem_optimum(p),
                     .value = value,
                     .data = p,
                     .problem = p,
                     .release = release};
    return 0;
}
