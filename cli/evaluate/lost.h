/* SPDX-License-Identifier: MIT
 *
 * Evaluations that got lost: whatever started the program (--launch) has failed, or somebody else
 * has ended it. That says nothing of the point, which is evaluated again.
 *
 * An evaluation is lost if its exit status means so (--exit-codes 255=again). With --launch, and in
 * any job of Slurm, it is lost if its process was ended by SIGTERM, SIGINT, SIGHUP or SIGUSR1 that
 * nes did not send: Slurm sends signals to all processes of a step. So is the evaluation of a shell
 * whose command was ended by one of them, as its exit status says (128 + 10 for SIGUSR1).
 *
 * With --launch it is also lost if srun or slurmstepd say so on standard error, whatever the exit
 * status: a step was cancelled, preempted, requeued or over the time of the allocation (CANCELLED
 * AT, Job step aborted), its node failed (Node failure), its task was ended by SIGTERM (task 0:
 * Terminated), or there was an error that is not of a task (Unable to create step). What is said
 * first counts: `task 0: Exited with exit code 3` and `task 0: Segmentation fault` are failures of
 * the program, also where the rest of the step is cancelled then. `task 0: Killed` says nothing.
 *
 * And with --launch it is lost if it timed out (--timeout) while srun still waited for a free place
 * (step creation temporarily disabled). */
#pragma once

#include <stdbool.h>

#include "objective/program.h"
#include "process/process.h"

/* Whether an evaluation got lost. of: its process, which has ended. */
bool lost_is(const program *p, const process *of);

/* Removes the lines of srun from what was said of a failure, unless nothing else is left: the exit
 * status tells as much. */
void lost_tidy(char *said);

/* Seconds to wait before start number `tries` + 1; tries: starts so far, at least 1. */
double lost_pause(size_t tries);

/* Seconds that a launcher has for ending the processes that it has started. */
#define LOST_GRACE 10.0
