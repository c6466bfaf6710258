/* SPDX-License-Identifier: MIT
 *
 * Words for exit statuses, signals and time-outs; see evaluate/ending.h. */
#include "evaluate/ending.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

void ending_of_status(int status, char text[ENDING_SIZE])
{
    if (!WIFSIGNALED(status)) {
        snprintf(text, ENDING_SIZE, "exit status %d", WEXITSTATUS(status));
        return;
    }
    const char *name = strsignal(WTERMSIG(status));
    snprintf(text, ENDING_SIZE, "killed by signal %d (%c%.48s)", WTERMSIG(status),
             tolower((unsigned char)name[0]), name + 1);
}

void ending_of_time(double seconds, char text[ENDING_SIZE])
{
    snprintf(text, ENDING_SIZE, "timed out after %g s", seconds);
}
