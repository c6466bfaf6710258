/* SPDX-License-Identifier: MIT
 *
 * Ctrl-C. The first SIGINT is only noted, so that the run ends after its generation and reports;
 * the second ends the program at once. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

void interrupt_watch(void);
bool interrupt_seen(void);

#endif
