/* SPDX-License-Identifier: MIT
 *
 * How decided the choices are: the probability of each of their values in the search distribution
 * of the run with the best value. They are one array, choice after choice, value 0 first. */
#pragma once

#include "base/buffer.h"
#include "nes/by_name.h"
#include "options/variables.h"

/* Reads the probabilities from a handle; to be freed. Null: there are no choices. */
double *probabilities_read(nes_opt *o, const variables *v);

/* The probabilities of the values of variable i, which is a choice. */
const double *probabilities_of(const double *all, const variables *v, size_t i);

/* Appends "material alu 0.92, steel 0.05, ti 0.03; finish raw 0.6, ...", the most probable first.
 */
void probabilities_print(const double *all, const variables *v, buffer *to);

/* The same as an object with an object for each choice; null becomes null. */
cJSON *probabilities_json(const double *all, const variables *v);
