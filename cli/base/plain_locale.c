/* SPDX-License-Identifier: MIT
 *
 * One locale object "C" serves all threads until the program ends. */
#include "base/plain_locale.h"

#include <locale.h>
#include <pthread.h>

#include "base/memory.h"

static locale_t plain;

static void make_plain(void)
{
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0) memory_ran_out();
}

void plain_locale_keep(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_plain);
    uselocale(plain);
}
