/* SPDX-License-Identifier: MIT
 *
 * Signals that ask the program to end. The first SIGINT (Ctrl-C) is only noted, so that the program
 * can end in good order. SIGTERM, SIGHUP and SIGUSR1, which schedulers send before the time is
 * over, are noted as urgent: there is no time to finish what is under way. Another Ctrl-C, or
 * another urgent signal seconds later, ends the program at once. */
#pragma once

#include <stdbool.h>

/* Watches for these signals from now on. sentence: what the first SIGINT shows, without newline;
 * borrowed for the rest of the program. Null, for a process that another one speaks for: a signal
 * shows nothing, and a second one is only noted as urgent. */
void interrupt_watch(const char *sentence);

/* Notes a signal that another process has received. */
void interrupt_note(bool is_urgent);

bool interrupt_seen(void);
bool interrupt_is_urgent(void);
