/* SPDX-License-Identifier: MIT
 *
 * Maps of problems of two variables; see experiment/experiments.h. */
#include <stdlib.h>

#include "experiment/experiments.h"

void draw_problem_map(panel *p, const char *id, double low, double high, bool log_scale)
{
    enum { SIDE = 301 };
    nes_problem *f = NULL;
    double *values = malloc(SIDE * SIDE * sizeof *values);
    if (values != NULL && nes_problem_create(&f, id, NULL, 0) == NES_OK) {
        const double step = (high - low) / (SIDE - 1);
        for (size_t i = 0; i < SIDE * SIDE; i++)
            values[i] = nes_problem_value(f, (const double[]){low + step * (double)(i % SIDE),
                                                              low + step * (double)(i / SIDE)});
        panel_map(p, SIDE, SIDE, low, high, low, high, values, log_scale);
    }
    nes_problem_destroy(f);
    free(values);
}
