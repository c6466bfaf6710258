/* SPDX-License-Identifier: MIT
 *
 * The one clock of the library. It may end a run, never steer it. */
#ifndef NES_UTIL_CLOCK_H
#define NES_UTIL_CLOCK_H

double nes_clock(void); /* seconds since some fixed moment, never backwards */

#endif
