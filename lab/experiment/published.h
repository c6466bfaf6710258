/* SPDX-License-Identifier: MIT
 *
 * Published running times on the BBOB functions; see experiments/published/README.md. */
#ifndef EXPERIMENT_PUBLISHED_H
#define EXPERIMENT_PUBLISHED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct published_time {
    double
        evaluations; /* mean, to come within 1e-7 of the optimum; infinite: never; NaN: not known */
    size_t successes, trials; /* how many came within 1e-8, and their share */
    double share;
} published_time;

/* algorithm: "xNES", "xNES-as", "SNES" or "CMA-ES-1-4". False: nothing was published. */
bool published_find(const char *suite, const char *algorithm, size_t function, size_t dim,
                    published_time *t);

#endif
