/* SPDX-License-Identifier: MIT
 *
 * Ctrl-C. The first SIGINT is only noted, so that the program can end in good order; the second
 * ends it at once. */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include <stdbool.h>

/* sentence: what is shown at the first one, without newline; not copied. */
void interrupt_watch(const char *sentence);
bool interrupt_seen(void);

#endif
