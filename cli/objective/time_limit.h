/* SPDX-License-Identifier: MIT
 *
 * --timeout: how long an evaluation may take. Either so many seconds, or so many times the median
 * of the evaluations so far (`auto`). The latter cannot tell a point that hangs from one that takes
 * long because it is good: so the factor is large, it begins with a second, and nothing is ended
 * before some evaluations have shown what is usual. */
#pragma once

#include "objective/durations.h"

typedef struct time_limit {
    double seconds;  /* 0: no fixed limit */
    double factor;   /* times the median; 0: the limit is not automatic */
    durations known; /* how long evaluations have taken, as those tell it who hear of them */
} time_limit;        /* all zero: no limit */

/* Reads "60", "auto", "auto 5" or "auto:5"; null: no limit. Returns 0, or the exit status with the
 * error printed. */
int time_limit_read(time_limit *l, const char *text);

/* Returns how many seconds an evaluation may take, as far as it is known now; 0: no limit. */
double time_limit_now(const time_limit *l);

enum { TIME_LIMIT_TEXT = 128 };

/* Writes the kind of failure of an evaluation that has taken too long: "timed out after 60 s", or
 * "timed out by --timeout auto", since one kind has one text. */
void time_limit_failure(const time_limit *l, char text[TIME_LIMIT_TEXT]);

/* Writes what is to be said of such a failure besides: the time that it had; "": nothing. */
void time_limit_had(const time_limit *l, double seconds, char text[TIME_LIMIT_TEXT]);
