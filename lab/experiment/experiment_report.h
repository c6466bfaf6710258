/* SPDX-License-Identifier: MIT
 *
 * What comes out of an experiment: verdicts on the published claims, figures, tables and notes. A
 * description has them as a list "report" of
 *
 *     - claim: text                  of the paper. measured: a SELECT of whether it holds, what was
 *       measured: SELECT ...         measured and, where the claim depends on the row, the claim.
 *                                    Whether: a number or, where it is not comparable, a text.
 *       if: text                     the bounds that decide, where the claim has words for them
 *       only: full                   the quick version cannot tell
 *     - check: text                  likewise, of something that the paper does not say
 *     - agreement: text              a check. differences: a SELECT of difference, standard error,
 *       differences: SELECT ...      of what
 *     - head: a | b                  a table: one text for every row
 *       rows: SELECT ...
 *     - note: text                   or text: a SELECT of it
 *     - figure: name                 experiment/experiment_figure.h
 *
 * each of which may have a statement "each" and is then there for every row of it. */
#pragma once

#include "base/buffer.h"
#include "base/json_values.h"
#include "experiment/study.h"

typedef struct experiment_report experiment_report;

typedef enum verdict { VERDICT_HOLDS, VERDICT_FAILS, VERDICT_NOT_COMPARABLE, VERDICTS } verdict;

/* Who says what is judged: the paper, or we, of the method or its other implementations. */
typedef enum claimant { CLAIM_OF_PAPER, CHECK_OF_OURS, CLAIMANTS } claimant;

/* Makes the report and draws its figures to the folder, when all tables are read; errors of the
 * statements are in s. seconds: processor time of the runs; negative: not known. */
experiment_report *experiment_report_new(study *s, const char *folder, double seconds);
void experiment_report_free(experiment_report *r);

/* Writes verdicts.csv and report.md. Returns 0, or the exit status with the error printed: also
 * that of the first figure that could not be drawn. */
int experiment_report_finish(experiment_report *r);

/* Prints the verdicts, and where the figures are. */
void experiment_report_print(const experiment_report *r);

/* The verdicts as a JSON object. */
cJSON *experiment_report_json(const experiment_report *r);

/* Appends the section in Markdown, for a file in the folder of the experiment or, above, in the
 * folder that holds those of all experiments. */
void experiment_report_markdown(const experiment_report *r, bool above, buffer *text);

/* Appends the row of the table of all experiments: id, title, verdicts of claims and of checks,
 * time. */
void experiment_report_summary(const experiment_report *r, buffer *text);

/* How many claims or checks have that verdict. */
size_t experiment_report_count(const experiment_report *r, claimant of, verdict v);
