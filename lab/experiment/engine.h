/* SPDX-License-Identifier: MIT
 *
 * Does an experiment in a folder of its own: OUT/E4 has
 *
 *     experiment.json         what the folder is recognised by
 *     TABLE.csv               raw data: the same bytes for any number of jobs
 *     FIGURE.png, FIGURE.svg
 *     verdicts.csv, report.md
 *     timing.txt              processor time, which is not the same twice
 *
 * and while it goes on what tasks/task_folder.h says. A folder whose data are complete is drawn and
 * judged anew, without a run. */
#pragma once

#include <stdbool.h>

#include "experiment/experiment_report.h"

typedef struct engine_options {
    const char *out; /* folder */
    bool quick, quiet;
    bool redraw; /* only from data that are there, whatever version of nes made them */
    size_t jobs;
} engine_options;

/* Returns 0; EXIT_INTERRUPTED; or another exit status with the error printed. What is done is kept
 * in any case. *report is null if there are no data to report on; otherwise it is to be freed, also
 * when figures could not be drawn. */
int engine_run(const experiment *e, const engine_options *o, experiment_report **report);
