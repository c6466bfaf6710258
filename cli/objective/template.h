/* SPDX-License-Identifier: MIT
 *
 * --template FILES: files with placeholders, which are filled in for every point and written to the
 * folder of its evaluation under the same names. */
#pragma once

#include "objective/placeholder.h"

typedef struct template_file {
    char *name; /* name of the file in the folder; owned */
    placeholder_text text;
    unsigned mode; /* permissions of the file, as those of the template */
} template_file;

typedef struct templates {
    template_file *files; /* owned */
    size_t n;
} templates; /* a zeroed struct has no templates */

enum { TEMPLATE_MOST_BYTES = 16 * 1000 * 1000 };

/* The name of the file that {file} stands for, which a template must not have. */
#define TEMPLATE_POINT_FILE "point.txt"

/* Reads templates from a list of paths, separated by commas; null: none. Returns 0, or the exit
 * status with the error printed. templates_close() in either case. */
int templates_open(templates *t, const char *list, const variables *v);
void templates_close(templates *t);

/* Writes the files of a point to its folder. scratch: a buffer for their texts. Returns 0 or errno.
 * */
int templates_write(const templates *t, const placeholder_values *v, buffer *scratch);
