/* SPDX-License-Identifier: MIT
 *
 * The lock is the one thing that all handles share. No result depends on it. A fork waits until it
 * is free, so that the child finds it free too. */
#include <pthread.h>

#include "util/lock.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void take(void)
{
    pthread_mutex_lock(&lock);
}

static void give_back(void)
{
    pthread_mutex_unlock(&lock);
}

/* Without memory for it a fork does not wait, which matters only in a child of that moment. */
static void prepare(void)
{
    pthread_atfork(take, give_back, give_back);
}

void nes_lapack_enter(void)
{
    pthread_once(&prepared, prepare);
    take();
}

void nes_lapack_leave(void)
{
    give_back();
}
