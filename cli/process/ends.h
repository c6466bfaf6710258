/* SPDX-License-Identifier: MIT
 *
 * Notice of children that have ended: a descriptor that becomes readable at SIGCHLD. Signal
 * handling belongs to the whole process, so this does too; rooms share it. */
#ifndef PROCESS_ENDS_H
#define PROCESS_ENDS_H

/* Begins to watch, or counts one more who does. Returns 0 or errno. ends_unwatch() once for each.
 */
int ends_watch(void);
void ends_unwatch(void);

int ends_descriptor(void);  /* readable: a child may have ended */
unsigned ends_so_far(void); /* changes with every signal; also empties the descriptor */

#endif
