/* SPDX-License-Identifier: MIT
 *
 * What an objective sees of a point, as bytes: points with equal bytes have equal evaluations. Of a
 * program whose placeholders have formats these are the texts that it gets, so that numbers that
 * are written alike are one number. Otherwise they are the numbers, and 0 has no sign. */
#pragma once

#include "base/buffer.h"
#include "objective/objective.h"

/* Appends the bytes. x: dim numbers of the user's. */
void point_key_put(const objective *o, size_t dim, const double *x, buffer *to);

/* Whether the program sees the number of the evaluation ({i}), so that no two are alike. */
bool point_key_has_id(const objective *o);
