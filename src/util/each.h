/* SPDX-License-Identifier: MIT
 *
 * A loop with a constant number of turns, at most 16, that the compiler unrolls before it optimises
 * arrays. Small arrays indexed by the loop variable then become registers; with an ordinary loop
 * gcc keeps them in memory. */
#ifndef NES_UTIL_EACH_H
#define NES_UTIL_EACH_H

#define EACH(i, n) _Pragma("GCC unroll 16") for (size_t i = 0; i < (n); i++)

#endif
