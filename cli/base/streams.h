/* SPDX-License-Identifier: MIT
 *
 * The standard streams at the beginning and at the end of a program. */
#ifndef BASE_STREAMS_H
#define BASE_STREAMS_H

/* Before any file is opened. */
void streams_fill(void);

/* Closes standard output. Returns the exit status of the program: that given, unless a part of the
 * output was lost. */
int streams_finish(int status);

#endif
