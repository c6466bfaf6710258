/* SPDX-License-Identifier: MIT
 *
 * The monotonic clock of the system. */
#include "base/clock.h"

static const long SECOND = 1000000000; /* a second in nanoseconds */

double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_date(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void clock_sleep(double seconds)
{
    const time_t whole = (time_t)seconds;
    const struct timespec t = {whole, (long)(1e9 * (seconds - (double)whole))};
    nanosleep(&t, NULL);
}

struct timespec clock_after(double seconds)
{
    const time_t whole = (time_t)seconds;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += whole;
    t.tv_nsec += (long)(1e9 * (seconds - (double)whole));
    if (t.tv_nsec >= SECOND) {
        t.tv_nsec -= SECOND;
        t.tv_sec++;
    }
    return t;
}

void clock_condition_init(pthread_cond_t *c)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(c, &monotonic);
    pthread_condattr_destroy(&monotonic);
}
