/* SPDX-License-Identifier: MIT
 *
 * What the files of value.h share. */
#ifndef OBJECTIVE_VALUE_RULE_H
#define OBJECTIVE_VALUE_RULE_H

#include <regex.h>

#include "objective/value.h"

struct value_rule {
    const char *verb;
    char *path; /* of a field of the JSON; owned; null: none */
    bool has_pattern;
    regex_t pattern;
};

/* No value: why, a format, and what was there instead. Returns false. */
bool value_missing(value_reading *to, const char *said, size_t n, const char *why, ...)
    __attribute__((format(printf, 4, 5)));

/* value_json.c: --value-json PATH. value_check_path returns 0 or the exit status. */
int value_check_path(const char *path);
bool value_read_json(const value_rule *r, const char *text, size_t n, value_reading *to);

#endif
