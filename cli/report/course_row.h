/* SPDX-License-Identifier: MIT
 *
 * The state of a search after a generation: a row of its course. Pictures, tables and the database
 * are made of such rows. With several runs the row is that of the run at work, but the rates are
 * those of the best run, and best is the best value of all runs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nes/by_name.h"
#include "options/variables.h"

/* Learning rates in force and degrees of freedom, which some methods adapt, by the names that the
 * library has for them. With several runs they are those of the run with the best value. */
enum { RATES = 6 };
extern const char *const rate_names[RATES];

/* Reads these numbers; NaN where the method has none. */
void rates_read(nes_opt *o, double values[RATES]);

/* Whether these settings make the method adapt number i. */
bool rates_are_adapted(const nes_settings *s, size_t i);

/* Most variables whose mean and standard deviation are kept, and most whose principal axes are
 * kept: their lengths take the cube of that number of operations. */
enum { COURSE_VARIABLES = 1000, COURSE_AXES = 200 };

/* Counts and real numbers of a row. Tables have them in the order of course_counts and
 * course_reals, with the rates and the lists behind them. */
enum { COURSE_COUNTS = 4, COURSE_REALS = 6, COURSE_SECONDS = COURSE_REALS - 1 };

typedef struct course_row {
    uint64_t generation, evaluations, run, popsize;
    double best, generation_best, generation_median;
    double sigma, condition; /* step size; condition number of the covariance */
    double seconds;          /* seconds since the start of the run; NaN: not known */
    double rates[RATES];     /* learning rates in force */
    size_t dim;              /* length of mean and of std; 0: they are not kept */
    double *mean, *std;      /* owned, as axes; borrowed in rows that the store hands out */
    size_t n_axes;
    double *axes; /* lengths of the principal axes, ascending */
} course_row;     /* a zeroed struct is an empty row */

/* A column of tables: a number that every row has. */
typedef struct course_column {
    const char *name;   /* name in tables */
    const char *result; /* name in the library; null: the number has another source */
    size_t offset;      /* offset of a uint64_t or of a double in the row */
} course_column;
extern const course_column course_counts[COURSE_COUNTS], course_reals[COURSE_REALS];

uint64_t *course_count(course_row *row, size_t i);
double *course_real(course_row *row, size_t i);

/* Reads the row from a handle, into memory that the row has or gets, in the user's numbers by the
 * scales of v (null: as they are searched). seconds is not touched. */
void course_read(course_row *row, nes_opt *o, const variables *v);

/* Replaces the contents of `to` by a copy of `from`, in memory of its own. */
void course_copy(course_row *to, const course_row *from);

void course_free(course_row *row); /* leaves an empty row */
