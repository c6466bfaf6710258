/* SPDX-License-Identifier: MIT
 *
 * Notice of children that have ended: a descriptor that becomes readable at SIGCHLD. Signal
 * handlers belong to the whole process, so there is one for all children. */
#pragma once

/* Begins to watch for ends, or counts one more watcher. Returns 0 or errno. ends_unwatch() once for
 * each. */
int ends_watch(void);
void ends_unwatch(void);

int ends_descriptor(void); /* readable: a child may have ended */
unsigned
ends_so_far(void); /* a number that changes with every signal; the call empties the descriptor */
