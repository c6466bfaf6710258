/* SPDX-License-Identifier: MIT
 *
 * Failed evaluations of one kind, and how reports tell of them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "base/buffer.h"

typedef struct failure_kind {
    const char *failure; /* why they failed, as in eval_record */
    const char *said;    /* what the program wrote about the first of them */
    uint64_t count;
    uint64_t id; /* of the first */
} failure_kind;

/* "7 x exit status 3, first at point 12: no mesh". Of what the program said it is the last line,
 * where errors usually are; a long one is cut. */
void failure_kind_print(const failure_kind *k, buffer *to);

/* A list of objects. */
cJSON *failure_kinds_json(const failure_kind *kinds, size_t n);
