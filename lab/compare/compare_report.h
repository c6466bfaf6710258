/* SPDX-License-Identifier: MIT
 *
 * What a comparison says: tables for the terminal and in Markdown, figures by target as CSV, JSON,
 * pictures. */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "bench/shares.h"
#include "compare/results.h"

/* Append everything, for the terminal and for a page with the pictures. */
void compare_report_text(const compare_results *r, buffer *text);
void compare_report_markdown(const compare_results *r, buffer *text);

/* Append the figures by problem, method and target, the final values by problem and method, and the
 * tests of all pairs. */
void compare_report_figures(const compare_results *r, buffer *csv);
void compare_report_finals(const compare_results *r, buffer *csv);
void compare_report_tests(const compare_results *r, buffer *csv);

/* Prints one JSON object. */
void compare_report_json(const compare_results *r);

/* Computes the shares of targets reached at the times of bench/shares.h, over all problems. */
void compare_report_shares(const compare_results *r, size_t method, double shares[SHARE_TIMES]);

/* ---- pictures ------------------------------------------------------------------------------- */

/* The name of picture number i; null past the end. The pictures of a comparison are "ecdf" over all
 * problems by dimension, and "problems", "problems-2", ... with twelve problems each, unless there
 * is only one problem. */
enum { COMPARE_NAME = 32 };
const char *compare_picture_name(const compare_plan *p, size_t i, char name[COMPARE_NAME]);

/* Draws all pictures to the folder. Returns 0, or the exit status with the error printed. */
int compare_report_draw(const compare_results *r);
