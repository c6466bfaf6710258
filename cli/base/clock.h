/* SPDX-License-Identifier: MIT
 *
 * The monotonic clock, in seconds: it only runs forward. */
#pragma once

#include <pthread.h>
#include <time.h>

double clock_now(void);
double clock_date(void);          /* seconds since 1970, which may be set back */
void clock_sleep(double seconds); /* a signal may end it early */

/* The time on that clock, the given seconds from now, in the form of pthread_cond_timedwait(). */
struct timespec clock_after(double seconds);

/* A condition variable whose timed waits use this clock. */
void clock_condition_init(pthread_cond_t *c);
