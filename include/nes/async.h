/* SPDX-License-Identifier: MIT
 *
 * Places that never idle: evaluation without generations (option asynchronous). A place is whatever
 * evaluates one point at a time, such as a core. It is given a point as soon as it is free, drawn
 * from the distribution of that moment, and every popsize values that have arrived, however old,
 * make one update:
 *
 *     s.asynchronous = true;
 *     ...
 *     nes_ask_one(o, &p);                        for a place that is free: p.n is 1
 *     nes_tell_some(o, 1, &id, &f);              when a value comes, whichever it is
 *
 * This pays where evaluations take unequal times and places would wait for the slowest one. Where
 * they take equal times a place that waits for the end of a generation knows more: nes_pace says
 * when. nes_run and nes_minimize do all this by themselves with the option jobs above 1.
 *
 * The search is a function of settings, seed and the sequence of calls: who repeats these gets the
 * same bytes. The order in which values arrive is a part of that, so two runs with several places
 * differ, unlike those of generations. Saving and loading, with points under way too, change
 * nothing. In this mode
 *   - values are told by id (nes_tell_some, nes_tell_records), one or many, in any order; several
 *     values of one call count in the order of the array. nes_tell is refused (NES_ERR_ORDER);
 *   - nes_ask hands out all points under way again, with their ids, or none (n is 0): after
 *     nes_load, when nobody is evaluating them any more;
 *   - nes_close is refused (NES_ERR_ORDER): points that will never come back are dropped;
 *   - values that arrive after the search has stopped count for the result, and move nothing.
 *
 * nes/nes.h does not include this header. */
#ifndef NES_ASYNC_H
#define NES_ASYNC_H

#include "nes/nes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Hands out one further point: the start, if it is to be evaluated, then samples; but a point whose
 * evaluation failed and is to be tried again comes first, with its old id. The arrays of p are
 * valid until the next call with the handle. NES_ERR_ORDER: the search has stopped, or the values
 * that max_evals leaves are all under way, or there is no room for another point under way (1024,
 * or twice the population where that is more), or the option asynchronous is off. NES_ERR_MEMORY:
 * as nes_ask. */
NES_API nes_status nes_ask_one(nes_opt *o, nes_points *p);

/* Gives up n points that will never come back: they count as evaluations and for nothing else, and
 * a value that comes later all the same is refused with NES_ERR_LATE. As nes_tell_records() with
 * the fate NES_LATE, and the same errors. */
NES_API nes_status nes_drop(nes_opt *o, size_t n, const uint64_t *id);

/* Where points are. */
typedef struct nes_traffic {
    uint64_t under_way; /* points without a value, of all runs, those to be tried again included */
    uint64_t of_run;    /* of these, points of the present run */
    uint64_t again;     /* of all, those that have failed and wait for another try */
    uint64_t arrived;   /* values of the present run that wait for its next update */
    uint64_t popsize;   /* values that make an update of the present run */
    uint64_t updates;   /* of all runs so far */
    uint64_t run;       /* number of the present run, from 1 */
    uint64_t dim;       /* variables that are searched */
    uint64_t room[8];   /* zeros: room for new fields */
} nes_traffic;

/* NES_ERR_ORDER: the option asynchronous is off. */
NES_API nes_status nes_get_traffic(nes_opt *o, nes_traffic *t);

/* ---- when a free place is to be given a point -------------------------------------------------
 */

/* Whether places are to wait for the generation, which pays where evaluations take equal times:
 * first always, later as long as waiting would cost less than a fifth (with populations above 8
 * variables' worth, a third) of the places. The object has no clock: it is told moments, in any
 * unit, and what it answers is a function of what it was told. */
typedef struct nes_pace nes_pace;

/* For so many places, at least 1. a null: malloc and free. NES_ERR_MEMORY. */
NES_API nes_status nes_pace_create(nes_pace **pace, size_t places, const nes_allocator *a);
NES_API void nes_pace_destroy(nes_pace *pace); /* null is fine */

/* An evaluation has begun, at that moment; or ended: with a value, with a failure, or given up.
 * NES_ERR_ID: an id that is under way begins, or one that is not ends. NES_ERR_MEMORY: more
 * evaluations are under way than ever before, and there is no memory for that; nothing was noted.
 */
NES_API nes_status nes_pace_begin(nes_pace *pace, uint64_t id, double now);
NES_API nes_status nes_pace_end(nes_pace *pace, uint64_t id, double now);

/* Whether a free place is to be given a point now. Tell everything that has come before asking.
 * *again is the moment from which the answer may be another one without news: infinity where there
 * is none, and where the answer is yes. NES_ERR_MEMORY: the population has grown, and there is no
 * memory for as many durations. */
NES_API nes_status nes_pace_refill(nes_pace *pace, const nes_traffic *t, double now, bool *refill,
                                   double *again);

#ifdef __cplusplus
}
#endif

#endif
