/* SPDX-License-Identifier: MIT
 *
 * The problem file of a run that goes on. What it says of the session, such as time-outs and jobs,
 * is taken as it is now. Limits that have changed become new limits. Another objective takes the
 * word of the user, and a search cannot become another one. Where the file is gone, its text in the
 * folder holds. */
#pragma once

#include "base/buffer.h"
#include "base/json_values.h"
#include "session/facts.h"

typedef struct job_news {
    char *text;         /* the file as it is now, where it says something else; owned */
    buffer limits;      /* lines NAME=VALUE for options of the library that have changed */
    cJSON *differences; /* of the objective: a list of sentences; borrowed */
    int status;         /* not 0: something cannot change within a run, and has been named */
} job_news;

/* Compares the file with the text that was in force last. Returns 0, or the exit status with the
 * error printed. job_close() in either case. */
int job_compare(job_news *j, const facts_origin *from);
void job_close(job_news *j);
