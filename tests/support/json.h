/* SPDX-License-Identifier: MIT
 *
 * Worked examples from tests/data. A name that is not there, or a wrong length, fails the test. */
#ifndef NES_TEST_JSON_H
#define NES_TEST_JSON_H

#include <stddef.h>

#include <cjson/cJSON.h>

cJSON *json_load(const char *file); /* of tests/data; freed with cJSON_Delete */

/* The single steps of nes_steps.json, there between set-up and tear-down of a group of tests. */
extern cJSON *json_steps;
int json_open_steps(void **state);
int json_close_steps(void **state);

const cJSON *json_member(const cJSON *object, const char *name);
double json_real(const cJSON *object, const char *name);

/* All numbers of an array, nested or not, in order; there must be n of them. */
void json_reals(const cJSON *object, const char *name, size_t n, double *out);

#endif
