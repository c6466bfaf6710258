/* SPDX-License-Identifier: MIT
 *
 * A loop with a constant number of turns, at most 16, that the compiler unrolls before it optimises
 * arrays. Small arrays indexed by the loop variable then become registers; with an ordinary loop
 * gcc keeps them in memory. NES_ROLLED: an ordinary loop, for builds that need not be fast. */
#pragma once

#ifdef NES_ROLLED
#define EACH(i, n) for (size_t i = 0; i < (n); i++)
#else
#define EACH(i, n) _Pragma("GCC unroll 16") for (size_t i = 0; i < (n); i++)
#endif
