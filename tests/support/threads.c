/* SPDX-License-Identifier: MIT
 *
 * The linker sends calls of pthread_create here and those of __real_pthread_create to the system.
 */
#include "support/threads.h"

#include <errno.h>
#include <pthread.h>

static long allowed = -1;

void threads_allow(long n)
{
    allowed = n;
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    if (allowed == 0) return EAGAIN;
    if (allowed > 0) allowed--;
    return __real_pthread_create(thread, attributes, start, argument);
}
