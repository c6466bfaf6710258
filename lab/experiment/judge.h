/* SPDX-License-Identifier: MIT
 *
 * The report as descriptions have it, a list of
 *
 *     - claim: text                  measured: a SELECT of whether it holds, what was measured and,
 *       measured: SELECT ...         where the claim depends on the row, the claim. Whether: a
 *                                    number or, where it is not comparable, a text.
 *       only: full                   the quick version cannot tell
 *     - agreement: text              differences: a SELECT of difference, standard error, of what
 *       differences: SELECT ...
 *     - head: a | b                  a table: one text for every row
 *       rows: SELECT ...
 *     - note: text                   or text: a SELECT of it
 *     - figure: name                 experiment/draw.h
 *
 * each of which may have a statement "each" and is then there for every row of it. */
#pragma once

#include "experiment/report.h"
#include "experiment/study.h"

/* Fills the report when all tables are read. Returns 0, or the exit status with the error printed.
 */
int judge(study *s, experiment_report *r);
