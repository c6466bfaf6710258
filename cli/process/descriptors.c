/* SPDX-License-Identifier: MIT
 *
 * See process/descriptors.h. */
#include "process/descriptors.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The highest open descriptor. The limit of the system may be a billion, so the folder that lists
 * open descriptors is read. */
static int highest(void)
{
    DIR *open_ones = opendir("/dev/fd");
    int last = 1023;
    if (open_ones == NULL) return last;
    for (const struct dirent *d = readdir(open_ones); d != NULL; d = readdir(open_ones)) {
        const int number = atoi(d->d_name);
        if (number > last) last = number;
    }
    closedir(open_ones);
    return last;
}

void descriptors_close_from(int first, int keep)
{
    const int last = highest();
    for (int i = first; i <= last; i++)
        if (i != keep) close(i);
}

void descriptors_reset_signals(void)
{
    struct sigaction action;
    sigset_t none;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    for (int i = 1; i < 65; i++)
        if (i != SIGKILL && i != SIGSTOP) sigaction(i, &action, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}
