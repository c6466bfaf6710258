/* SPDX-License-Identifier: MIT
 *
 * Seconds on a clock that only runs forward. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <pthread.h>
#include <time.h>

double clock_now(void);
void clock_sleep(double seconds); /* a signal may end it early */

/* The time so many seconds from now on that clock, as pthread_cond_timedwait() takes it. */
struct timespec clock_after(double seconds);

/* A condition variable whose timed waits use this clock. */
void clock_condition_init(pthread_cond_t *c);

#endif
