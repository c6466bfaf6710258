/* SPDX-License-Identifier: MIT
 *
 * The inside of the loop of a run (evaluate/loop.h): what rounds (loop.c) and places that are given
 * a point whenever they are free (loop_places.c) have in common. */
#pragma once

#include "evaluate/loop.h"
#include "options/shown.h"

typedef struct loop {
    nes_opt *opt;               /* null: the points are not those of an optimiser */
    const variables *variables; /* null: points are shown as they are searched */
    shown_room shown;
    bool stopped; /* an observer wants to stop */
    const evaluator *evaluator;
    const observer *observers;
    size_t n_observers;
    size_t in_flight;
    size_t width; /* 1 + m: numbers of a record */
    size_t held;  /* number of records collected and not yet told */
    uint64_t *id; /* owned, as the rest */
    nes_fate *fate;
    double *values;      /* rows of `width` numbers */
    eval_record *record; /* records of the last collect */
    size_t room;
    double patience; /* longest wait for records, in seconds */
} loop;

/* Whether the run goes on. */
bool loop_is_running(const loop *l);

/* Whether an observer wants no further points to be submitted for now. */
bool loop_is_held(const loop *l);

/* Makes room for the records of n points. No record may be held. */
void loop_make_room(loop *l, size_t n, size_t outputs);

/* Tell the observers: of points that are to be evaluated, and that all are told which were asked
 * for, or that an update was made. Every observer hears of it, also when an earlier one has asked
 * to stop. */
void loop_notify_asked(loop *l, const nes_points *p);
void loop_notify_generation(loop *l);

/* Collects records, which are held then, and tells the observers. Where nothing is in flight
 * because an observer holds the run, this waits a while. */
void loop_collect(loop *l);

/* loop_places.c: runs an asynchronous search until it stops. order: as evaluate_places(). */
nes_status loop_run_places(loop *l, const loop_order *order);
