/* SPDX-License-Identifier: MIT
 *
 * A loop with a constant number of turns, up to 16. Unrolled this early, it leaves no array behind:
 * what it works on are registers from the first load to the last store. */
#ifndef NES_UTIL_EACH_H
#define NES_UTIL_EACH_H

#define EACH(i, n) _Pragma("GCC unroll 16") for (size_t i = 0; i < (n); i++)

#endif
