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

/* It fails only without memory. Then a child that is forked while another thread is in LAPACK would
 * wait for the lock for ever. */
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
