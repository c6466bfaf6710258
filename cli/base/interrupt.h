/* SPDX-License-Identifier: MIT
 *
 * Signals that ask the program to end. The first SIGINT (Ctrl-C) is only noted, so that the program
 * can end in good order. SIGTERM, SIGHUP and SIGUSR1, which schedulers send before the time is
 * over, are noted as urgent: there is no time to finish what is under way. Another Ctrl-C, or
 * another urgent signal seconds later, ends the program at once. */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include <stdbool.h>

/* sentence: what is shown at the first SIGINT, without newline; not copied. */
void interrupt_watch(const char *sentence);

/* The same for a process that others speak for: it shows nothing, and a second signal is only noted
 * as urgent. */
void interrupt_watch_quietly(void);

/* As if such a signal had come: another process has heard of it. */
void interrupt_note(bool is_urgent);

bool interrupt_seen(void);
bool interrupt_is_urgent(void);

#endif
