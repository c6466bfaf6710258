/* SPDX-License-Identifier: MIT
 *
 * One locale object "C" serves all threads until the program ends. Without memory for it, threads
 * use the locale of the process. */
#include "base/plain_locale.h"

#include <locale.h>
#include <pthread.h>

static locale_t plain;

static void make_plain(void)
{
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

void plain_locale_keep(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_plain);
    if (plain != (locale_t)0) uselocale(plain);
}
