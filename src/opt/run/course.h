/* SPDX-License-Identifier: MIT
 *
 * What a run remembers of its values: those of recent generations, and a look back on all of it.
 * [math: A26] */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The best values of recent generations, the newest one at next - 1. A period is the time since the
 * last entry. [math: A26] */
typedef struct nes_history {
    double *best;
    size_t length, used, next;
    double period_best;   /* best value of this period */
    double period_worst;  /* worst value of this period; infinite if one was not finite */
    uint64_t period_ties; /* how many values of this period are as good as its best */
} nes_history;

/* A look back on the whole run in little memory. A mark is made every stride entries of the
 * history; when all marks are used, every other one is forgotten and the stride doubles. */
enum { NES_MARKS = 64, NES_RECENT = 20, NES_MARK_EVERY = 5 };

typedef struct nes_mark {
    double best;        /* of the run, so far */
    double low, middle; /* medians of the best and of the median values of NES_RECENT generations;
                           infinite while there are not as many */
    double width;       /* of the distribution, a lower bound of its largest deviation */
} nes_mark;

typedef struct nes_course {
    double low[NES_RECENT], middle[NES_RECENT]; /* of the last entries, in turn */
    uint64_t entries, stride;
    size_t used;
    nes_mark mark[NES_MARKS]; /* mark i was made after (i + 1) stride entries */
} nes_course;

void nes_course_add(nes_course *c, double low, double middle, double best, double width);

/* The newest mark that is at least `back` entries old; null: there is none. */
const nes_mark *nes_course_back(const nes_course *c, uint64_t back);

/* Whether a median of the last values is below that of the mark. */
bool nes_course_improves(const nes_course *c, const nes_mark *since);

/* stop.c: the range of the newest n best values in the history; values behind the first one with
 * which the range is wider than the limit are not looked at. */
typedef struct nes_range {
    double low, high;
} nes_range;
nes_range nes_history_range(const nes_history *h, size_t n, double limit);

/* stop.c: with constraints, the range of the values from generations with a feasible point, and
 * their number. */
nes_range nes_feasible_range(const nes_history *h, size_t *n);
