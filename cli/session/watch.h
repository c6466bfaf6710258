/* SPDX-License-Identifier: MIT
 *
 * What is looked at once a second while a run is at work, however long an evaluation takes: whether
 * the folder is where it was (store/place.h), and which evaluations take long. Those that have
 * lasted a second are written to the folder (store/under_way.h); one that takes far longer than
 * others have is named with the progress. */
#pragma once

#include "evaluate/observer.h"
#include "objective/durations.h"
#include "report/progress.h"
#include "store/under_way.h"

/* Callers set the first five. */
typedef struct watch {
    store *store;               /* borrowed; null: the run has no folder */
    const evaluator *evaluator; /* borrowed */
    size_t places;              /* evaluations at the same time, at most */
    progress *progress;         /* borrowed; null: nothing is shown */
    durations *durations;       /* how long evaluations take, which is noted there; borrowed */
    double looked;              /* time of the last look, on clock_now() */
    eval_under_way *list;       /* evaluations at the last look, the oldest first; owned */
    eval_under_way written[UNDER_WAY_MOST]; /* those that the folder has */
    size_t n_written;
    double usual;       /* the median when it was written */
    progress_hung hung; /* at the last look */
} watch;

observer watch_observer(watch *w);
void watch_close(watch *w);
