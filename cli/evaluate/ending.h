/* SPDX-License-Identifier: MIT
 *
 * How a child process ended, in words that are the same for all that ended like this. */
#ifndef EVALUATE_ENDING_H
#define EVALUATE_ENDING_H

enum { ENDING_SIZE = 96 };

/* Of a status of waitpid(): "killed by signal 11 (segmentation fault)" or "exit status 3". */
void ending_of_status(int status, char text[ENDING_SIZE]);

/* "timed out after 2 s". */
void ending_of_time(double seconds, char text[ENDING_SIZE]);

#endif
