/* SPDX-License-Identifier: MIT
 *
 * The standard streams at the beginning and at the end of a program. */
#pragma once

/* Opens standard streams that are closed; to be called before any file is opened. */
void streams_fill(void);

/* Closes standard output. Returns the exit status of the program: the given one, or EXIT_FILES with
 * the error printed if a part of the output was lost. */
int streams_finish(int status);
