/* SPDX-License-Identifier: MIT
 *
 * The result of a run on standard output: a table to read, or one JSON object for programs. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "nes/nes.h"

typedef struct report {
    const char *name; /* of the objective */
    double optimum;   /* f_opt; NaN: not known */
    double seconds;
    const nes_settings *settings; /* in force */
    const char *choice;           /* why the method was chosen; "" when the user did */
    nes_result result;
    bool noisy;   /* the values have noise: */
    double exact; /* the best value without it that was seen */
} report;

void report_table(const report *r);

/* Returns 0, or -1 without memory. */
int report_json(const report *r);

/* Best value (without noise) minus optimum; NaN where the optimum is not known or was not sought.
 */
double report_precision(const report *r);

/* The method's name, or its parts where they were combined freely. */
const char *report_method(const report *r, char *text, size_t size);

#endif
