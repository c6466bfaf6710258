/* SPDX-License-Identifier: MIT
 *
 * A report as the engine and the command see it: made, written to the folder of its experiment,
 * printed, and put together with others. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/json_values.h"
#include "experiment/experiment.h"
#include "experiment/report.h"

/* seconds: processor time of the runs; negative: not known. Null without memory. */
experiment_report *experiment_report_new(const experiment *e, const char *folder, bool quick,
                                         double seconds);
void experiment_report_free(experiment_report *r);

/* Writes verdicts.csv and report.md. Returns 0, or the exit status with the error printed: also
 * that of the first figure that could not be drawn. */
int experiment_report_finish(experiment_report *r);

/* Prints the verdicts, and where the figures are. */
void experiment_report_print(const experiment_report *r);

/* The same as a JSON object; null without memory. */
cJSON *experiment_report_json(const experiment_report *r);

/* Appends the section in Markdown, for a file in the folder of the experiment or, above, in the
 * folder that holds those of all experiments. */
void experiment_report_markdown(const experiment_report *r, bool above, buffer *text);

/* Appends the row of the table of all experiments: id, title, verdicts, time. */
void experiment_report_summary(const experiment_report *r, buffer *text);

/* How many claims have a verdict. */
size_t experiment_report_count(const experiment_report *r, verdict v);
