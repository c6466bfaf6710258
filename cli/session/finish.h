/* SPDX-License-Identifier: MIT
 *
 * The end of a run: what the folder keeps of it, the report, the picture, and the exit status. */
#pragma once

#include "report/history.h"
#include "session/session.h"

/* Values that were no finite numbers: how many, and the first of them in the order of points. */
typedef struct odd_values {
    unsigned long long nans, infinities;
    uint64_t id;
    double f;
} odd_values;

/* Takes note of a value, if it is such a one. */
void odd_values_count(odd_values *v, uint64_t id, double f);

typedef struct finish {
    session *session;
    const history *history; /* null: there is nothing to draw */
    double seconds;         /* of all parts of the run */
    double idle;            /* of the ranks of a team */
    const odd_values *odd;
    uint64_t late;       /* evaluations that were not waited for */
    uint64_t lost;       /* and those that were started again, in this part of the run */
    const char *scratch; /* where folders of evaluations were kept; null: none were */
} finish;

int finish_run(const finish *f);
