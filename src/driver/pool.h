/* SPDX-License-Identifier: MIT
 *
 * A pool of threads that evaluates the points of a generation, one point at a time, whoever is
 * free. Which thread evaluates which point has no influence on the run. In a process that was
 * forked later there are no such threads, and the caller evaluates all points. */
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include "nes/nes.h"

enum { NES_POOL_MAX = 4096 };

typedef struct nes_pool {
    pid_t home; /* the process that has the threads */
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    pthread_t thread[NES_POOL_MAX];
    size_t threads; /* besides the caller's own */
    bool quit;
    nes_record_objective f;
    void *user;
    nes_points points;
    size_t next, finished; /* next point to take, points evaluated */
} nes_pool;

/* jobs threads in all, the caller's included. NES_ERR_THREAD: none is left running. */
nes_status nes_pool_start(nes_pool *p, size_t jobs, nes_record_objective f, void *user);

/* Writes the records of all points to points.f and points.fate; returns when all are there. */
void nes_pool_evaluate(nes_pool *p, const nes_points *points);

void nes_pool_stop(nes_pool *p);
