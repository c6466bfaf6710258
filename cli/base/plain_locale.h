/* SPDX-License-Identifier: MIT
 *
 * Numbers have a decimal point in everything that the program reads and writes, and letters are
 * those of ASCII. The program chooses no locale, but an objective that it has loaded may choose one
 * for the whole process, or for the thread that calls it. */
#pragma once

/* Makes this thread use the locale "C", whatever the process has chosen. To be called where a
 * thread begins, and after each call of code that is not ours. */
void plain_locale_keep(void);
