/* SPDX-License-Identifier: MIT
 *
 * A thread that evaluates one point at a time, so that the thread which exchanges messages need not
 * wait for it. The helper knows nothing of MPI. */
#pragma once

#include <pthread.h>

#include "nes/nes.h"

typedef struct nes_helper {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change;
    nes_record_objective f;
    void *user;
    size_t dim, width; /* coordinates of a point; numbers of a record */
    double *x;         /* a copy of the point, which may outlive its generation; owned */
    bool runs;         /* the thread was started */
    bool quits, given, ready;
    nes_fate fate;  /* fate of the last point, when ready, */
    double seconds; /* seconds of its evaluation, */
    double *values; /* and the numbers of its record; owned */
} nes_helper;

/* NES_ERR_THREAD: the thread could not be started. Call nes_helper_stop in any case. */
nes_status nes_helper_start(nes_helper *h, nes_record_objective f, void *user);

/* Waits for the evaluation under way, if any, and ends the thread. */
void nes_helper_stop(nes_helper *h);

/* Makes room for a point and a record of the sizes of an ask. False: out of memory. */
bool nes_helper_prepare(nes_helper *h, const nes_points *p);

/* Gives the helper a point to evaluate. The helper must be idle. */
void nes_helper_give(nes_helper *h, const double *x);

/* Waits up to `patience` seconds for the record of the last point; returns whether it has come. The
 * record stays in the helper until the next point is given, but is announced once only. */
bool nes_helper_take(nes_helper *h, double patience);

/* Returns the seconds to wait for a record when nothing has happened for `waited` seconds: a small
 * part of these, so that the helper has the processor and the wait is short beside the
 * evaluation. */
double nes_helper_nap(double waited);
