/* SPDX-License-Identifier: MIT
 *
 * The last error that the program printed, for tests of what refuses. */
#ifndef NES_TEST_ERROR_RIG_H
#define NES_TEST_ERROR_RIG_H

#include <stdio.h>

#include "base/text.h"

/* The hook for origins hears of every message; it gives none an origin. */
static inline const char *error_keep(const char *message, void *data)
{
    snprintf(data, 4096, "%s", message);
    return NULL;
}

/* From now on errors are kept in the text that is returned, which is empty until one comes. */
static inline const char *error_begin(void)
{
    static char text[4096];
    text[0] = '\0';
    text_set_origin(error_keep, text);
    return text;
}

#endif
