/* SPDX-License-Identifier: MIT
 *
 * What an entry of the section `variables` says: a range, a fixed number, a scale, a start. */
#pragma once

#include "options/variables.h"
#include "problem_file/sections.h"

enum { MOST_VARIABLES = 100 * 1000 };

typedef struct variable_spec {
    const node *key;
    size_t count; /* number of variables name1, name2, ...; 0: one variable of this very name */
    double lower, upper;
    double start, std; /* NaN: not given */
    bool log, integer;
    const char *group;    /* null: not given */
    const node *start_at; /* where the start stands; null: not given */
    scale_kind scale;     /* which of the three that follow there is */
    const node *scale_at; /* the step, the values, the choices; null: plain numbers */
    const char *unit;     /* null: not given */
} variable_spec;

/* Reads the value of an entry, whose key s has with nothing given. Returns 0, or the exit status
 * with the error printed. */
int variable_spec_read(const problem_file *p, variable_spec *s, const node *value);
