/* SPDX-License-Identifier: MIT
 *
 * Published running times, read from the text that is built in; see experiment/published.h. */
#include "experiment/published.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/published_art.h"

/* The field number n, from 0, of a line. */
static const char *field(const char *line, size_t n)
{
    for (; n > 0; n--) line = strchr(line, ',') + 1;
    return line;
}

bool published_find(const char *suite, const char *algorithm, size_t function, size_t dim,
                    published_time *t)
{
    enum { TIME = 10, SUCCESSES, TRIALS };
    char key[64];
    snprintf(key, sizeof key, "\n%s,%s,%zu,%zu,", suite, algorithm, function, dim);
    const char *line = strstr(published_art_text, key);
    if (line == NULL) return false;
    line++;
    const char *time = field(line, TIME);
    *t = (published_time){.evaluations = strncmp(time, "na", 2) == 0 ? NAN : strtod(time, NULL),
                          .successes = strtoul(field(line, SUCCESSES), NULL, 10),
                          .trials = strtoul(field(line, TRIALS), NULL, 10)};
    t->share = (double)t->successes / (double)t->trials;
    return true;
}
