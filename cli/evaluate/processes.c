/* SPDX-License-Identifier: MIT
 *
 * Which processes evaluate an objective; see evaluate/processes.h. */
#include "evaluate/processes.h"

#include "objective/program.h"

bool processes_needed(const objective *o)
{
    return o->program != NULL || o->isolated;
}

int processes_open(evaluator *e, const objective *o, size_t jobs, bool maximize, const char *folder)
{
    if (o->program == NULL) return isolated_open(e, o, jobs);
    return o->program->worker ? workers_open(e, o, jobs)
                              : programs_open(e, o, jobs, maximize, folder);
}
