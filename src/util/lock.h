/* SPDX-License-Identifier: MIT
 *
 * LAPACK is called by one thread of the process at a time: the sequential OpenBLAS of Debian 12
 * shares its buffers between threads, and now and then gives them wrong results. Every call of
 * LAPACK is made between these two. */
#ifndef NES_UTIL_LOCK_H
#define NES_UTIL_LOCK_H

void nes_lapack_enter(void);
void nes_lapack_leave(void);

#endif
