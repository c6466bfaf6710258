/* SPDX-License-Identifier: MIT
 *
 * Objectives of recorded runs, and the noise, failures and infinite values beside them. */
#ifndef RECORDER_OBJECTIVE_H
#define RECORDER_OBJECTIVE_H

#include "spec.h"

/* What an evaluation gives. */
typedef struct outcome {
    bool failed;
    double f;
} outcome;

/* A number that depends on all bytes before and on these. */
uint64_t digest(uint64_t before, const void *data, size_t size);

/* Evaluates the point; number counts the evaluations of the run, from 1. */
outcome evaluate(const spec *p, const double *x, uint64_t id, uint64_t number);

/* The objective alone, for nes_run; user is the spec. */
double objective_value(size_t dim, const double *x, void *user);

/* Gives the settings the law that the spec names, if any. */
int set_law(const library *l, const spec *p, settings *s);

#endif
