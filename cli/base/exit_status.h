/* SPDX-License-Identifier: MIT
 *
 * Exit statuses of the program. A function that the user can make fail returns one of them and has
 * printed the error. */
#pragma once

enum {
    EXIT_OK = 0,            /* the command did its work, whatever a run's stop reason was */
    EXIT_CHECK = 1,         /* a check of the self-test failed */
    EXIT_USAGE = 2,         /* the command line or the input was wrong */
    EXIT_OBJECTIVE = 3,     /* the objective could not be used */
    EXIT_FILES = 4,         /* output could not be written, or memory ran out */
    EXIT_INFEASIBLE = 5,    /* the run has ended, and no point satisfied the constraints */
    EXIT_INTERRUPTED = 130, /* SIGINT ended the run */
};
