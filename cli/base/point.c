/* SPDX-License-Identifier: MIT
 *
 * One object for the locale "C" serves all threads until the program ends. Without memory for it,
 * threads follow the process. */
#include "base/point.h"

#include <locale.h>

void point_keep(void)
{
    static locale_t plain;
    if (plain == (locale_t)0) plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain != (locale_t)0) uselocale(plain);
}
