/* SPDX-License-Identifier: MIT
 *
 * Inside problem files: the sections, each read by a function, and what they share. Functions that
 * return int return 0, or the exit status with the error printed. */
#ifndef PROBLEM_FILE_SECTIONS_H
#define PROBLEM_FILE_SECTIONS_H

#include "base/buffer.h"
#include "problem_file/problem_file.h"

/* Prints "nes: FILE:LINE:COLUMN: " and the sentence; returns the exit status. */
int problem_file_refuse(const problem_file *p, problem_file_place at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int problem_file_no_memory(const problem_file *p);

problem_file_place problem_file_at(const node *v);

/* Adds an option. The value is borrowed from the tree or kept. */
int problem_file_add(problem_file *p, const char *name, const char *value, problem_file_place at,
                     bool objective);

/* The same with a text that the problem file takes over; b is empty then. */
int problem_file_add_text(problem_file *p, const char *name, buffer *b, problem_file_place at);

/* Takes over an allocated text, which may be null for want of memory; returns it. */
char *problem_file_keep(problem_file *p, char *text);

/* Bytes that live as long as the problem file; null: no memory. */
void *problem_file_keep_bytes(problem_file *p, size_t n);

/* An entry of that name; null: none. Hyphens and underscores are the same. */
const problem_file_entry *problem_file_find(const problem_file *p, const char *name);

/* The text of an option's value: a text, a list as "a,b", a map as "a=b,c=d". Null: refused. */
const char *problem_file_value(problem_file *p, const node *key, const node *value);

/* A word that means yes or no in YAML, in any case of letters: 1 or 0; -1: neither. */
int problem_file_yes(const char *word);

/* The value of a key as yes or no, as a number, as a whole number from 1 to most. */
int problem_file_read_yes(const problem_file *p, const node *key, const node *value, bool *yes);
int problem_file_read_number(const problem_file *p, const char *key, const node *value,
                             double *number);
int problem_file_read_count(const problem_file *p, const node *key, const node *value, size_t most,
                            size_t *count);

/* Refuses a key that is not one of the n known ones. */
int problem_file_unknown_key(const problem_file *p, const node *key, const char *what,
                             const char *const *known, size_t n);

int problem_file_read_variables(problem_file *p, const node *section);
int problem_file_read_objective(problem_file *p, const node *section);
int problem_file_read_options(problem_file *p, const node *section);

/* Whether an entry says what the objective is. */
bool problem_file_names_objective(const problem_file_entry *e);

/* Whether the command line names an objective. */
bool problem_file_is_replaced(int argc, char **argv);

/* Refuses a key of the section that is no option; it may be a slip for one that says what the
 * objective is. */
int problem_file_check_keys(const problem_file *p, const args_syntax *syntax);

/* Complains about two objectives. */
int problem_file_check_objective(const problem_file *p);

#endif
