/* SPDX-License-Identifier: MIT
 *
 * Inside problem files: the sections, each read by a function, and what they share. Functions that
 * return int return 0, or the exit status with the error printed. */
#pragma once

#include "base/buffer.h"
#include "problem_file/problem_file.h"

/* Prints "nes: FILE:LINE:COLUMN: " and the sentence; returns the exit status. */
int section_refuse(const problem_file *p, const node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds an option. The value is borrowed from the tree or kept. */
int section_add(problem_file *p, const char *name, const char *value, const node *at,
                bool objective);

/* Adds an option whose text the problem file takes over; b is empty then. */
int section_add_text(problem_file *p, const char *name, buffer *b, const node *at);

/* Keeps an allocated block as long as the problem file is open. Returns the block. */
void *section_keep(problem_file *p, void *block);

/* The entry of that name; null: none. Hyphens and underscores are the same. */
const option_entry *section_find(const problem_file *p, const char *name);

/* The text of an option's value: a text, a list as "a,b", a map as "a=b,c=d". Null: the error has
 * been printed. */
const char *section_value(problem_file *p, const node *key, const node *value);

/* 1 for a word that means yes in YAML, 0 for one that means no, in any case of letters; -1:
 * neither. */
int section_yes(const char *word);

/* Refuses a key that is not one of the n known ones. */
int section_unknown_key(const problem_file *p, const node *key, const char *what,
                        const char *const *known, size_t n);

int section_read_variables(problem_file *p, const node *section);
int section_read_objective(problem_file *p, const node *section);
int section_read_outputs(problem_file *p, const node *section);
int section_read_constraints(problem_file *p, const node *section);

/* `command: ./sim.py {x}`, which is short for a section objective with a program. */
int section_read_command(problem_file *p, const node *key, const node *value);

/* Whether a key is minimise, maximise, or one of them in the other spelling; and its formula. */
bool section_is_aim(const char *key);
int section_read_aim(problem_file *p, const node *key, const node *value);
int section_read_options(problem_file *p, const node *section);

/* Whether an entry says what the objective is. */
bool section_names_objective(const option_entry *e);

/* Whether the command line names an objective. */
bool section_is_replaced(int argc, char **argv);

/* Refuses a key of the section objective that is no option, and names the key that was meant. */
int section_check_keys(const problem_file *p, const args_syntax *syntax);

/* Refuses two objectives in one file. */
int section_check_objective(const problem_file *p);
