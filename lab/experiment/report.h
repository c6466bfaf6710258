/* SPDX-License-Identifier: MIT
 *
 * What comes out of an experiment: verdicts on the published claims, figures, notes. */
#pragma once

#include <stdbool.h>

#include "figure/figure.h"

typedef struct experiment_report experiment_report;

typedef enum verdict { VERDICT_HOLDS, VERDICT_FAILS, VERDICT_NOT_COMPARABLE } verdict;

/* "holds", "does not hold", "not comparable" */
const char *verdict_word(verdict v);
verdict verdict_of(bool holds);

/* A claim in a line, and what was measured, with its uncertainty. */
void report_claim(experiment_report *r, verdict v, const char *claim, const char *measured);

/* A figure, which is drawn and freed: NAME.png and NAME.svg. caption: a sentence or two. */
void report_figure(experiment_report *r, const char *name, const char *caption, figure *f);

/* A paragraph: why a result differs, what was noticed. */
void report_note(experiment_report *r, const char *text);

/* A table in Markdown: rows of cells separated by "|", the first row is its head. */
void report_row(experiment_report *r, const char *cells);
