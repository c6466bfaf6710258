/* SPDX-License-Identifier: MIT
 *
 * The end of a run: what the folder keeps of it, the report, the picture, and the exit status. */
#ifndef SESSION_FINISH_H
#define SESSION_FINISH_H

#include "report/history.h"
#include "session/session.h"

typedef struct finish {
    session *session;
    const history *history; /* null: there is nothing to draw */
    double seconds;         /* of all parts of the run */
    unsigned long long nans, infinities;
} finish;

int finish_run(const finish *f);

#endif
