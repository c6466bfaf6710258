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
#ifndef PROBLEM_FILE_H
#define PROBLEM_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/args.h"
#include "base/buffer.h"
#include "base/words.h"
#include "problem_file/tree.h"

/* Where something stands in the file. */
typedef struct problem_file_place {
    size_t line, column;
} problem_file_place;

/* An option that the file gives. */
typedef struct problem_file_entry {
    const char *name, *value; /* borrowed from the problem file */
    problem_file_place place;
    bool objective; /* of the section `objective`, which one on the command line replaces */
} problem_file_entry;

typedef struct problem_file {
    char *path;    /* as the user wrote it; owned */
    bool here;     /* read from the file: what it names can be looked for beside it */
    buffer text;   /* of the file */
    tree tree;     /* the same */
    char **kept;   /* owned texts */
    size_t n_kept; /* of them */
    problem_file_entry *entry;
    size_t n;
    words words;    /* of a program that is one text */
    char **command; /* words of a program, which end with null; null: there is none */
    problem_file_place command_place;
    problem_file_place *variable; /* where each variable stands */
    size_t variables;
    int argc; /* the command line that the file was applied to */
    char **argv;
    char origin[512]; /* of the last error */
} problem_file;       /* all zero is empty */

/* Whether a word of the command line is the name of a problem file: it ends in .yaml or .yml. */
bool problem_file_is_file(const char *word);

/* Reads the problem file at path. Returns 0, or the exit status with the error printed.
 * problem_file_close() in either case. */
int problem_file_open(problem_file *p, const char *path);

/* The same for its text, n bytes, which is copied; path is for messages only. */
int problem_file_open_text(problem_file *p, const char *path, const char *text, size_t n);

/* Sets the options of the file but for those that the command line has; an objective there replaces
 * the file's. From then on errors about options of the file begin with their line. */
int problem_file_apply(problem_file *p, const args_syntax *syntax, int argc, char **argv);

void problem_file_close(problem_file *p);

#endif
