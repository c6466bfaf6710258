/* SPDX-License-Identifier: MIT
 *
 * A thread that evaluates one point at a time, so that the thread which talks to other ranks need
 * not wait for it. It knows nothing of MPI. */
#pragma once

#include <pthread.h>

#include "nes/nes.h"

typedef struct nes_helper {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change;
    nes_record_objective f;
    void *user;
    size_t dim, width; /* numbers of a point, and of a record */
    double *x;         /* a copy of the point, which may outlive its generation; owned */
    bool runs;         /* the thread */
    bool quits, given, ready;
    nes_fate fate;  /* of the last point, when ready, */
    double seconds; /* how long it took, */
    double *values; /* and its numbers; owned */
} nes_helper;

/* NES_ERR_THREAD: the thread could not be started. nes_helper_stop is to be called in any case. */
nes_status nes_helper_start(nes_helper *h, nes_record_objective f, void *user);

/* Waits for the evaluation that is under way, if any. */
void nes_helper_stop(nes_helper *h);

/* Room for points and records like those of an ask, the same at every call. */
bool nes_helper_prepare(nes_helper *h, const nes_points *p);

/* A point to evaluate. The helper has no other. */
void nes_helper_give(nes_helper *h, const double *x);

/* Whether the record of the last point is there, in the helper until it is given another. Waits for
 * it, for so many seconds. It can be taken once. */
bool nes_helper_take(nes_helper *h, double patience);

/* How long to wait for it at a time when nothing has happened for so many seconds: a part of them,
 * which leaves the processor to the helper and is short beside the evaluation. */
double nes_helper_nap(double waited);
