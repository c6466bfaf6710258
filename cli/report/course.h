/* SPDX-License-Identifier: MIT
 *
 * How a run stands after a generation: a row of its course. Pictures, tables and the database are
 * made of such rows. With several runs the row is that of the run at work, but for the rates, which
 * are those of the best run; best is the best value of all of them. */
#ifndef REPORT_COURSE_H
#define REPORT_COURSE_H

#include <stddef.h>
#include <stdint.h>

#include "nes/by_name.h"
#include "report/rates.h"

/* Of more variables none are kept; of more than COURSE_AXES no principal axes, whose
 * lengths take the cube of that many operations. */
enum { COURSE_VARIABLES = 1000, COURSE_AXES = 200 };

typedef struct course_row {
    uint64_t generation, evaluations, run, popsize;
    double best, generation_best, generation_median;
    double sigma, condition; /* condition: of the covariance */
    double seconds;          /* since the start of the run; NaN: not known */
    double rates[RATES];     /* in force at that time */
    size_t dim;              /* numbers in mean and in std; 0: there are none */
    double *mean, *std;      /* owned, as axes */
    size_t n_axes;
    double *axes; /* lengths of the principal axes, ascending */
} course_row;     /* all zero is empty */

/* Reads the row from a handle, into memory that the row has or gets. seconds is not touched.
 * Returns 0, or -1 without memory. */
int course_read(course_row *row, nes_opt *o);

/* A copy in memory of its own, in the place of what is in to. Returns 0, or -1 without memory. */
int course_copy(course_row *to, const course_row *from);

void course_free(course_row *row); /* empty again */

#endif
