/* SPDX-License-Identifier: MIT
 *
 * Problem files: `nes run job.yaml`. A file says what a command line says, with names for the
 * variables, comments and lines of its own; docs/problem-file.md is the reference. It becomes
 * options by name and text, which go the way of the command line's own: the same tables, the same
 * checks, the same sentences, with the line of the file in front.
 *
 *   job_open()   reads the file, or its text, into entries
 *   job_apply()  sets those options that the command line does not have
 *   job_close()  after the options were used: they borrow its texts
 */
#ifndef JOB_JOB_H
#define JOB_JOB_H

#include <stdbool.h>
#include <stddef.h>

#include "base/args.h"
#include "base/buffer.h"
#include "base/words.h"
#include "job/tree.h"

/* Where something stands in the file. */
typedef struct job_place {
    size_t line, column;
} job_place;

/* An option that the file gives. */
typedef struct job_entry {
    const char *name, *value; /* borrowed from the job */
    job_place place;
    bool objective; /* of the section `objective`, which one on the command line replaces */
} job_entry;

typedef struct job {
    char *path;    /* as the user wrote it; owned */
    bool here;     /* read from the file: what it names can be looked for beside it */
    buffer text;   /* of the file */
    tree tree;     /* the same */
    char **kept;   /* owned texts */
    size_t n_kept; /* of them */
    job_entry *entry;
    size_t n;
    words words;    /* of a program that is one text */
    char **command; /* words of a program, which end with null; null: there is none */
    job_place command_place;
    job_place *variable; /* where each variable stands */
    size_t variables;
    int argc; /* the command line that the file was applied to */
    char **argv;
    char origin[512]; /* of the last error */
} job;                /* all zero is empty */

/* Whether a word of the command line is the name of a problem file: it ends in .yaml or .yml. */
bool job_is_file(const char *word);

/* Reads the problem file at path. Returns 0, or the exit status with the error printed. job_close()
 * in either case. */
int job_open(job *j, const char *path);

/* The same for its text, n bytes, which is copied; path is for messages only. */
int job_open_text(job *j, const char *path, const char *text, size_t n);

/* Sets the options of the file but for those that the command line has; an objective there replaces
 * the file's. From then on errors about options of the file begin with their line. */
int job_apply(job *j, const args_syntax *syntax, int argc, char **argv);

void job_close(job *j);

#endif
