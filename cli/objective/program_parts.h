/* SPDX-License-Identifier: MIT
 *
 * What the steps of program_open() share, in program.c and program_worker.c. */
#ifndef OBJECTIVE_PROGRAM_PARTS_H
#define OBJECTIVE_PROGRAM_PARTS_H

#include "objective/program.h"

typedef struct opening {
    program *p;
    const objective_options *g;
    const variables *v;
    char *message;
    size_t size;
} opening;

/* The rest of the description of a worker, whose arguments are there. Answers in JSON have their
 * value in the field of --value-json, or in f. Returns 0, or the exit status with the reason in the
 * message. */
int program_read_worker(const opening *o);

#endif
