/* SPDX-License-Identifier: MIT
 *
 * The lines between this program and a worker. One goes out for a point:
 *
 *     1.5 -2 3                                    or, as JSON,
 *     {"id":7,"x":[1.5,-2,3]}                     and where the variables have names
 *     {"id":7,"x":[1.5],"named":{"width":1.5}}
 *
 * and one comes back: a number, or as many as there are outputs; the word failed, perhaps with a
 * reason; {"f":2.25}, or another field by --value-json; {"error":"reason"}. An answer in JSON may
 * repeat the id, which is then checked. Blank lines mean nothing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "objective/outputs.h"
#include "options/variables.h"

/* Appends the line of a point, whose choices are names. */
void worker_lines_point(uint64_t id, size_t dim, const double *x, const variables *v, bool json,
                        buffer *to);

/* Rules for reading answers. */
typedef struct worker_lines {
    value_rule *plain; /* owned */
    const value_rule *json;
    const output_set *outputs; /* null: the value is all */
} worker_lines;

typedef enum worker_answer {
    WORKER_BLANK,
    WORKER_VALUE,
    WORKER_FAILED,  /* the worker says so, or the field has no number */
    WORKER_GARBAGE, /* the line is no answer, and nobody knows where the next one begins */
} worker_answer;

/* Reads a line of n bytes, which is ended by a zero and may be changed. Its numbers go to values,
 * as outputs_read() writes them; why there are none goes to the reading. */
worker_answer worker_lines_read(const worker_lines *l, uint64_t id, char *line, size_t n,
                                double *values, value_reading *to);
