/* SPDX-License-Identifier: MIT
 *
 * What value.c and value_json.c share. */
#ifndef OBJECTIVE_VALUE_RULE_H
#define OBJECTIVE_VALUE_RULE_H

#include <regex.h>

#include "objective/value.h"

struct value_rule {
    const char *verb;
    char *path; /* path of a field in JSON; owned; null: none */
    bool has_pattern;
    regex_t pattern;
};

/* Notes that there is no value. why: the format of the reason; said: n bytes that stand in place of
 * the value. Returns false. */
bool value_missing(value_reading *to, const char *said, size_t n, const char *why, ...)
    __attribute__((format(printf, 4, 5)));

/* Checks the value of --value-json. Returns 0, or the exit status with the error printed. */
int value_check_path(const char *path);
bool value_read_json(const value_rule *r, const char *text, size_t n, value_reading *to);

#endif
