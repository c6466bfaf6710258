/* SPDX-License-Identifier: MIT
 *
 * Named outputs of an evaluation, and what is made of them: the value that is minimised, and
 * constraints, as formulas of outputs and variables.
 *
 * An output is read from what a program writes, given by a function, told by hand, or a formula
 * itself. As a text an output is one of
 *
 *     stress=PATTERN            the last match of a regular expression, or its first group
 *     stress=pattern:PATTERN    the same
 *     stress=json:PATH          a field of JSON
 *     stress=file:NAME          a file that the program writes; the number in its last line, or
 *                               what a second line of the text, which begins with a blank, says
 *     stress=expr:FORMULA       a formula of the variables and the outputs before it
 *     mass,stress               the numbers of the last line, or fields of these names in JSON; the
 *                               numbers of a function
 *
 * A record of an evaluation has 1 + m + k numbers: the value, m constraints g <= 0, k outputs. */
#pragma once

#include "formula/relation.h"
#include "objective/placeholder.h"
#include "objective/value.h"
#include "options/args.h"
#include "options/variables.h"

/* The options. */
typedef struct outputs_options {
    args_list list;                    /* --output; a text may have several lines with an output */
    const char *minimise, *constraint; /* null: not given */
} outputs_options;

typedef struct output_rule {
    value_rule *value; /* where it is in a text; owned; null: it is a formula */
    bool on_line;      /* a number of the last line, unless that is JSON */
    bool searched;     /* found by a pattern, a path or in a file of its own */
    bool by_pattern;
    bool has_file;           /* it is in a file of its own, whose name is */
    placeholder_text file;   /* owned */
    const char *text;        /* the text of its formula; borrowed; null: it is read or given */
    struct formula *formula; /* owned */
} output_rule;

typedef struct output_set {
    variables names;       /* k of them */
    output_rule *rule;     /* one for each; owned */
    size_t given;          /* how many of them are no formulas */
    size_t on_line, files; /* how many of these are on the last line, or in files of their own */
    const char *verb;      /* what is done with a text: "printed" or "wrote" */
    size_t own;            /* constraints that the objective gives itself, before all others */
    struct formula *value; /* owned; null: the objective gives the value */
    char *aim;             /* the formula of the value, where it is short; owned; null: it is not */
    relations constraints; /* the others */
    char **texts;          /* n_texts copies, which rules borrow from; owned */
    size_t n_texts;
} output_set;

/* Reads the names, and where the outputs are. verb: as above. Returns 0, or the exit status with
 * the error printed. outputs_close() in either case. */
int outputs_open(output_set *o, const outputs_options *g, const char *verb);

/* Reads the formulas, in variables v; outputs in files may name them, too. takes_value: minimise is
 * not the objective itself. */
int outputs_read_formulas(output_set *o, const outputs_options *g, const variables *v,
                          bool takes_value);
void outputs_close(output_set *o);

/* m and k. */
size_t outputs_constraints(const output_set *o);
size_t outputs_count(const output_set *o);

/* Reads the numbers of an evaluation from n bytes of text, which a zero ends and which may be
 * changed, to the places from which outputs_complete() takes them: the value, unless that is a
 * formula, and the outputs that are not in files. o: null: there are none. False: a number is
 * missing, and the reason names it. */
bool outputs_read(const output_set *o, const value_rule *value, char *text, size_t n,
                  double *values, value_reading *to);

/* Reads output i from the text of its file in the same way. */
bool outputs_read_file(const output_set *o, size_t i, char *text, size_t n, double *values,
                       value_reading *to);

/* Writes why output i could not be had. */
void outputs_say(const output_set *o, size_t i, const char *why, value_reading *to);

/* Completes a record. values has the value, unless that is a formula, then the objective's own
 * constraints, then the outputs that are given. NES_FAILED: a formula has the value failed. */
nes_fate outputs_complete(const output_set *o, size_t dim, const double *x, double *values);

/* Completes the record of a point that is not evaluated, because constraints of variables alone are
 * violated: their numbers g are known, those of others count as satisfied, and nothing else is.
 * False: no such constraint is violated. Returns the first that is in *of. */
bool outputs_violates(const output_set *o, size_t dim, const double *x, double *values,
                      const relation **of);
