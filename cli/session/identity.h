/* SPDX-License-Identifier: MIT
 *
 * The files that a run evaluates: its program, the files among the program's arguments, templates,
 * C source with the headers that it includes, a plugin, a law of the user's own. Their digests say
 * whether they are still what they were; paths, sizes and times do not matter. Names are meant from
 * the folder in which the run was started, which is the working folder for all functions here. */
#pragma once

#include "base/digest.h"
#include "setup/run_setup.h"

extern const char identity_argument[]; /* "argument" */

/* What is known of a file among the arguments: nothing; that it changed while the run was at work;
 * that it may, as a log does that the program writes. */
typedef enum identity_course { IDENTITY_STEADY, IDENTITY_MOVED, IDENTITY_MAY_MOVE } identity_course;

typedef struct identity_file {
    char *what; /* "program", "argument", "template", ...; owned */
    char *name; /* as the user wrote it; owned */
    char digest[DIGEST_SIZE];
    identity_course course;
} identity_file;

typedef struct identity {
    identity_file *file; /* owned */
    size_t n;
} identity; /* a zeroed struct is empty */

/* Finds the files that the options name, as they are now. A file that cannot be read is left out:
 * whoever opens the objective says what is wrong with it. */
void identity_find(identity *i, const run_options *o);
void identity_close(identity *i);

/* Notes which arguments are not what they were when the list was made. Returns whether there is a
 * new one. */
bool identity_watch(identity *i);

/* Takes over which arguments may change, from a list whose differences the user has accepted. */
void identity_allow(identity *i, const identity *before);

/* The list as JSON, to be freed by cJSON_free(), and from JSON. identity_read(): false: the text is
 * no such list. identity_close() in either case. */
char *identity_print(const identity *i);
bool identity_read(identity *i, const char *text);

/* Whether it is a program that PATH gives. */
bool identity_is_on_path(const identity_file *f);

/* The path of a file of the list, to be freed; null: there is none any more. */
char *identity_path(const identity_file *f);
