/* SPDX-License-Identifier: MIT
 *
 * Problem files: `nes run job.yaml`. A file says what a command line says, with names for the
 * variables, comments and lines of its own; docs/problem-file.md is the reference. It becomes
 * options by name and text, which go the way of the command line's own: the same tables, the same
 * checks, the same sentences, with the line of the file in front.
 *
 *   problem_file_open()   reads the file, or its text, into entries
 *   problem_file_apply()  sets those options that the command line does not have
 *   problem_file_close()  after the options were used: they borrow its texts
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/words.h"
#include "options/args.h"
#include "problem_file/tree.h"

/* An option that the file sets. */
typedef struct option_entry {
    const char *name, *value; /* borrowed from the problem file */
    const node *at;           /* where it stands */
    bool objective; /* the entry is of the section `objective`, which an objective on the command
                       line replaces */
} option_entry;

typedef struct problem_file {
    char *path;    /* path of the file as the user wrote it; owned */
    bool here;     /* it was read from the file, so that names in it can be looked for beside it */
    buffer text;   /* text of the file */
    tree tree;     /* the same as nodes */
    void **kept;   /* blocks that entries borrow; owned */
    size_t n_kept; /* number of these blocks */
    option_entry *entry;
    size_t n;
    words words;    /* words of a program that is given as one text */
    char **command; /* words of the program, ended by null; null: no program */
    const node *command_at;
    const node **variable; /* where each variable stands; owned */
    size_t variables;
    int argc; /* the command line that the file was applied to */
    char **argv;
    const option_entry *applied; /* the entry that is being set; null: none */
    char origin[512];            /* place of the last error, as text */
} problem_file;                  /* a zeroed struct is empty */

/* Whether a word of the command line is the name of a problem file: it ends in .yaml or .yml. */
bool problem_file_is_file(const char *word);

/* Reads the problem file at path. Returns 0, or the exit status with the error printed.
 * problem_file_close() in either case. */
int problem_file_open(problem_file *p, const char *path);

/* Reads a problem file from n bytes of text, which are copied; path is for messages only. */
int problem_file_open_text(problem_file *p, const char *path, const char *text, size_t n);

/* Sets the options of the file that the command line does not have; an objective on the command
 * line replaces the file's. From then on errors about options of the file begin with their line. */
int problem_file_apply(problem_file *p, const args_syntax *syntax, int argc, char **argv);

/* compare.c: two versions of the problem file of a run. What an option is about: this part of the
 * run, such as time-outs and jobs; the search; or what is evaluated. */
typedef enum problem_file_part { PART_SESSION, PART_SEARCH, PART_OBJECTIVE } problem_file_part;
problem_file_part problem_file_part_of(const char *name);

/* An option, or the program, with both values; null: not given. */
typedef struct problem_file_difference {
    problem_file_part part;
    const char *name, *before, *now;
} problem_file_difference;

/* Visits the differences that count beside a command line. */
typedef void (*problem_file_visit)(const problem_file_difference *d, void *data);
void problem_file_compare(const problem_file *before, const problem_file *now, int argc,
                          char **argv, problem_file_visit visit, void *data);

/* Gives p the options of the search that another version has, from which they are borrowed. */
void problem_file_take_search(problem_file *p, const problem_file *from);

void problem_file_close(problem_file *p);

/* Writes a commented problem file that runs as it is, for `nes init`. names: the variables,
 * separated by commas; null: an example. program: a program with its arguments as one text, which
 * is put in as the objective, with a placeholder for every variable unless it has placeholders;
 * null: a formula. Returns 0, or the exit status with the error printed. */
int problem_file_draft(buffer *b, const char *path, const char *names, const char *program);
