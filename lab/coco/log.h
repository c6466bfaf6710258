/* SPDX-License-Identifier: MIT
 *
 * The log of one run in the format of COCO's data logger ("bbob-new2"), kept in memory: the lines
 * of a .dat file (the first evaluation, then improvements that reach a new target) and of a .tdat
 * file (certain evaluation numbers and the last one). A line is
 *
 *     evaluations 0 best-f_opt value best x1 ... xD
 *
 * where value and best are without noise; the point is left out from dimension 22 on. With m
 * constraints g <= 0 it is
 *
 *     evaluations evaluations best-f_opt value digits x1 ... xD
 *
 * with the number of evaluations of the constraints, and m digits that say how large each g is: 0
 * where it holds, 1 up to 1e-7, and so on to 8 up to 1, then 9. best is the least max(f, f_opt)
 * plus the sum of all g above 0, so that its point may violate constraints by little. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

typedef struct coco_log {
    size_t dim, constraints;
    double optimum;
    buffer dat, tdat; /* the header and the lines so far */

    uint64_t evaluations; /* so far; in rounds of several they are those of the rounds */
    uint64_t together;    /* evaluations of a round, which all count when it begins; 1: no rounds */
    uint64_t before;      /* evaluations of the asks before */
    uint64_t values;      /* of this ask */
    double best;
    double *best_x; /* owned, dim numbers */

    /* The smallest target reached so far, of both kinds; infinite before the second evaluation. */
    double log_target, grid_target;

    /* The next evaluation number of both sequences of the .tdat file. */
    unsigned power, multiple; /* indices in the sequences */
    double next_power, next_multiple;
    uint64_t last_line; /* evaluation of the last line in tdat */
} coco_log;

/* Starts a log of a problem with so many constraints. */
void coco_log_open(coco_log *l, size_t dim, size_t constraints, double optimum);

/* Logs the next evaluation: the value without noise, the constraints (may be null if there are
 * none), and the point, which must be finite. */
void coco_log_value(coco_log *l, double f, const double *g, const double *x);

/* The next values belong to another ask, whose first round has not begun. */
void coco_log_ask(coco_log *l);

/* Ends the log: adds the last line of tdat, if it is not there yet. */
void coco_log_end(coco_log *l);

/* Best value minus optimum, at least 0; infinite before the first evaluation. */
double coco_log_precision(const coco_log *l);

void coco_log_close(coco_log *l);

/* The entry of one (function, dimension) in an .info file. */
typedef struct coco_entry {
    const char *suite, *algorithm;
    size_t function, dim;
    double precision; /* precision of the final target */
} coco_entry;

/* Appends the entry without its runs; coco_info_run() appends those, one after the other. No line
 * ends behind the last one; an entry that is not the first starts with a newline. */
void coco_info_entry(buffer *info, const coco_entry *e);
void coco_info_run(buffer *info, size_t instance, uint64_t evaluations, double precision);

/* Appends the name of a data file relative to the .info file: data_f1/bbobexp_f1_DIM2.dat. */
void coco_data_name(buffer *name, size_t function, size_t dim, const char *ending);
