/* SPDX-License-Identifier: MIT
 *
 * The signal handler. All that it may do is set a flag, write and end the program. */
#include "base/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/exit_status.h"

static volatile sig_atomic_t seen, urgent;
static struct timespec last; /* time of the last signal; only the handler reads it */
static const char
    *volatile shown; /* the sentence for Ctrl-C, set before the handler is installed; null: none */

static void put(const char *text)
{
    const ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written; /* nothing can be done about a closed terminal here */
}

/* Whether the signal is the echo of another: a program that ends a whole group of processes may
 * send the same signal twice within a second. */
static bool is_echo(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const bool echo = urgent && now.tv_sec - last.tv_sec <= 1;
    last = now;
    return echo;
}

/* Ends the program at the second Ctrl-C or the second urgent signal. */
static void end_at_once(void)
{
    put("\nnes: stopped at once; a run in a folder goes on with `nes resume`\n");
    _exit(EXIT_INTERRUPTED);
}

static void on_interrupt(int number)
{
    const int before = errno; /* errno of the call that was interrupted */
    if (shown == NULL) {
        if (number != SIGINT || seen) urgent = 1;
    } else if (number == SIGINT) {
        if (seen) end_at_once();
        put("\nnes: ");
        put(shown);
        put("; Ctrl-C again stops at once\n");
    } else {
        if (!is_echo() && urgent) end_at_once();
        urgent = 1;
    }
    seen = 1;
    errno = before;
}

void interrupt_watch(const char *sentence)
{
    shown = sentence;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    struct sigaction hangup;
    sigaction(SIGHUP, NULL, &hangup);
    if (hangup.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL); /* under nohup the signal stays ignored */
}

void interrupt_note(bool is_urgent)
{
    if (is_urgent) urgent = 1;
    seen = 1;
}

bool interrupt_seen(void)
{
    return seen != 0;
}

bool interrupt_is_urgent(void)
{
    return urgent != 0;
}
