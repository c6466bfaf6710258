/* SPDX-License-Identifier: MIT
 *
 * The one clock of the library. It may end a run (option max_time), but no result depends on it. */
#pragma once

double nes_clock(void); /* seconds since a fixed but unknown moment; never runs backwards */
