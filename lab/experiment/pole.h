/* SPDX-License-Identifier: MIT
 *
 * What the experiments with double pole balancing share: their recipe, and the comparison with
 * reference values. */
#ifndef EXPERIMENT_POLE_H
#define EXPERIMENT_POLE_H

#include "experiment/experiment.h"

/* The best controller that was known, CoSyNE, with one neuron: median of the evaluations. */
#define POLE_COSYNE 410

/* A network of so many neurons, which starts at 0; a run ends with the first network that balances
 * the poles for 100000 steps. method: "xnes" */
recipe pole_recipe(size_t neurons, const char *method, double sigma, double budget);

/* What another implementation of the same method measured, in so many runs. Quartiles may be NaN.
 */
typedef struct pole_reference {
    const char *labels; /* of the table "runs" */
    const char *name;   /* "xNES, step size 3" */
    double first, median, third;
    size_t runs, solved; /* solved: within the budget; runs + 1: not said */
    double budget;
} pole_reference;

/* A verdict on the claim that the runs with those labels agree with n reference values, and a table
 * of both. References without runs to compare with are left out. */
void pole_compare(const experiment_data *d, const pole_reference *list, size_t n,
                  experiment_report *r);

/* "median 208 (95 % interval 191 to 232), 96 of 100 runs solved" */
const char *pole_text(sample hits, char *text, size_t size);

#endif
