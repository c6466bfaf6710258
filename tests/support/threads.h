/* SPDX-License-Identifier: MIT
 *
 * Threads that cannot be started: all tests are linked with --wrap=pthread_create. */
#ifndef NES_TEST_THREADS_H
#define NES_TEST_THREADS_H

/* So many more threads start, then none does; negative: all do. */
void threads_allow(long n);

#endif
