/* SPDX-License-Identifier: MIT
 *
 * The one clock of the library. It may end a run (option max_time), but no result depends on it. */
#ifndef NES_UTIL_CLOCK_H
#define NES_UTIL_CLOCK_H

double nes_clock(void); /* seconds since a fixed but unknown moment; never runs backwards */

#endif
