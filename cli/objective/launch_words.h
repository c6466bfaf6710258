/* SPDX-License-Identifier: MIT
 *
 * The values of --launch and --launch-tries. */
#ifndef OBJECTIVE_LAUNCH_WORDS_H
#define OBJECTIVE_LAUNCH_WORDS_H

#include <stddef.h>

#include "base/words.h"

/* The words of a launcher; text null: there are none. Returns 0, or the exit status with the reason
 * in message and nothing to close. */
int launch_words_read(words *w, const char *text, char *message, size_t size);

/* How often an evaluation is started at most; text null: the default. */
int launch_tries_read(size_t *tries, const char *text, char *message, size_t size);

#endif
