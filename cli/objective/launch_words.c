/* SPDX-License-Identifier: MIT
 *
 * See objective/launch_words.h. */
#include "objective/launch_words.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/exit_status.h"

int launch_words_read(words *w, const char *text, char *message, size_t size)
{
    *w = (words){.n = 0};
    if (text == NULL) return 0;
    const char *wrong = words_split(w, text);
    if (wrong == NULL && w->n > 0) return 0;
    snprintf(message, size, "--launch '%s': %s; give a command such as 'srun --exclusive -N1 -n1'",
             text, wrong != NULL ? wrong : "it has no words");
    words_close(w);
    return EXIT_USAGE;
}

int launch_tries_read(size_t *tries, const char *text, char *message, size_t size)
{
    enum { TRIES = 8, MOST = 1000 };
    char *end;
    *tries = TRIES;
    if (text == NULL) return 0;
    const long n = strtol(text, &end, 10);
    if (end != text && *end == '\0' && n >= 1 && n <= MOST) {
        *tries = (size_t)n;
        return 0;
    }
    snprintf(message, size, "--launch-tries '%s' is no number from 1 to %d", text, MOST);
    return EXIT_USAGE;
}
