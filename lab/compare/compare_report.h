/* SPDX-License-Identifier: MIT
 *
 * What a comparison says: tables for the terminal and in Markdown, figures by target as CSV, JSON,
 * pictures. */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "compare/results.h"

/* Append everything, for the terminal and for a page with the pictures. A failure of memory is
 * text->failed. */
void compare_report_text(const compare_results *r, buffer *text);
void compare_report_markdown(const compare_results *r, buffer *text);

/* Append the figures by problem, method and target, and the tests of all pairs. */
void compare_report_figures(const compare_results *r, buffer *csv);
void compare_report_tests(const compare_results *r, buffer *csv);

/* Prints one JSON object. Returns 0, or -1 without memory. */
int compare_report_json(const compare_results *r);

/* Shares of targets reached after some evaluations, over all problems. */
enum { COMPARE_TIMES = 4 };
extern const double compare_times[COMPARE_TIMES]; /* per dimension; the last is infinite */
int compare_report_shares(const compare_results *r, size_t method, double shares[COMPARE_TIMES]);

/* ---- pictures ------------------------------------------------------------------------------- */

/* The pictures of a comparison: "ecdf" over all problems by dimension, and "problems",
 * "problems-2",
 * ... with twelve problems each, unless there is only one. The name of picture number i; null past
 * the end. */
enum { COMPARE_NAME = 32 };
const char *compare_picture_name(const compare_plan *p, size_t i, char name[COMPARE_NAME]);

/* Draws all pictures to the folder. Returns 0, or the exit status with the error printed. */
int compare_report_draw(const compare_results *r);
