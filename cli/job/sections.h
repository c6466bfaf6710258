/* SPDX-License-Identifier: MIT
 *
 * Inside problem files: the sections, each read by a function, and what they share. Functions that
 * return int return 0, or the exit status with the error printed. */
#ifndef JOB_SECTIONS_H
#define JOB_SECTIONS_H

#include "base/buffer.h"
#include "job/job.h"

/* Prints "nes: FILE:LINE:COLUMN: " and the sentence; returns the exit status. */
int job_refuse(const job *j, job_place at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int job_no_memory(const job *j);

job_place job_at(const node *v);

/* Adds an option. The value is borrowed from the tree or kept. */
int job_add(job *j, const char *name, const char *value, job_place at, bool objective);

/* The same with a text that the job takes over; b is empty then. */
int job_add_text(job *j, const char *name, buffer *b, job_place at);

/* Takes over an allocated text, which may be null for want of memory; returns it. */
char *job_keep(job *j, char *text);

/* Bytes that live as long as the job; null: no memory. */
void *job_keep_bytes(job *j, size_t n);

/* An entry of that name; null: none. Hyphens and underscores are the same. */
const job_entry *job_find(const job *j, const char *name);

/* The text of an option's value: a text, a list as "a,b", a map as "a=b,c=d". Null: refused. */
const char *job_value(job *j, const node *key, const node *value);

/* A word that means yes or no in YAML, in any case of letters: 1 or 0; -1: neither. */
int job_yes(const char *word);

/* The value of a key as yes or no, as a number, as a whole number from 1 to most. */
int job_read_yes(const job *j, const node *key, const node *value, bool *yes);
int job_read_number(const job *j, const char *key, const node *value, double *number);
int job_read_count(const job *j, const node *key, const node *value, size_t most, size_t *count);

/* Refuses a key that is not one of the n known ones. */
int job_unknown_key(const job *j, const node *key, const char *what, const char *const *known,
                    size_t n);

int job_read_variables(job *j, const node *section);
int job_read_objective(job *j, const node *section);
int job_read_options(job *j, const node *section);

/* Whether an entry says what the objective is. */
bool job_names_objective(const job_entry *e);

/* Whether the command line names an objective. */
bool job_is_replaced(int argc, char **argv);

/* Refuses a key of the section that is no option; it may be a slip for one that says what the
 * objective is. */
int job_check_keys(const job *j, const args_syntax *syntax);

/* Complains about two objectives. */
int job_check_objective(const job *j);

#endif
