/* SPDX-License-Identifier: MIT
 *
 * What the page is told of runs, as texts in JSON. The live page gets them by requests, and a
 * report has them inside. Each function appends one object. An error of a folder is a part of the
 * object, so that a damaged run is shown as one. Numbers of JSON have no infinity; 9e999 reads as
 * one. */
#pragma once

#include "base/buffer.h"
#include "serve/asked.h"
#include "serve/folders.h"

/* Most numbers in an answer, so that no answer is larger than a few megabytes. */
enum { ANSWER_NUMBERS = 300000 };

/* All runs, a line for each. One answer reads runs for about a second; those that are left have the
 * status "unread" until the next. control: whether orders are taken. */
void answer_runs(folders *f, bool control, buffer *to);

/* Where a run stands: what `nes show --json` prints, with variables, limits and advice. */
void answer_run(served *run, size_t number, buffer *to);

/* The course behind a generation, thinned. */
void answer_course(const char *folder, const asked *a, buffer *to);

/* Evaluations behind a row, thinned (serve/sample.h). */
void answer_points(const char *folder, const asked *a, buffer *to);

/* The search distribution: mean, standard deviations, covariance of up to 100 variables. */
void answer_shape(const char *folder, buffer *to);

/* The last failures, with their points. */
void answer_failures(const char *folder, buffer *to);
