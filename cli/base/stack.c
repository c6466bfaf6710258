/* SPDX-License-Identifier: MIT
 *
 * See base/stack.h. */
#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "base/stack.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>

enum { ENOUGH = 1 << 20 }; /* bytes; the program itself needs about a tenth, libraries unknown */

typedef struct call {
    int (*function)(int argc, char **argv);
    int argc, result;
    char **argv;
    sigset_t mask; /* signals that are blocked while the function runs */
} call;

static void *make(void *data)
{
    call *c = data;
    pthread_sigmask(SIG_SETMASK, &c->mask, NULL);
    c->result = c->function(c->argc, c->argv);
    return NULL;
}

/* Makes the call in a thread, to which all signals go: its waits are to be interrupted by them. */
static int call_in_thread(call *c, const pthread_attr_t *attributes)
{
    pthread_t thread;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &c->mask);
    if (pthread_create(&thread, attributes, make, c) == 0)
        pthread_join(thread, NULL);
    else
        make(c); /* with the stack that there is */
    pthread_sigmask(SIG_SETMASK, &c->mask, NULL);
    return c->result;
}

int stack_call(int (*function)(int argc, char **argv), int argc, char **argv)
{
    struct rlimit limit;
    pthread_attr_t attributes;
    call c = {.function = function, .argc = argc, .argv = argv};
    const bool small = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < ENOUGH;
    if (!small || pthread_attr_init(&attributes) != 0) return function(argc, argv);
    pthread_attr_setstacksize(&attributes, ENOUGH);
    pthread_setattr_default_np(&attributes);
    const int result = call_in_thread(&c, &attributes);
    pthread_attr_destroy(&attributes);
    return result;
}
