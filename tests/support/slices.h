/* SPDX-License-Identifier: MIT
 *
 * One search in slices, a thread for each, beside the same search in one piece: points, values and
 * results are compared at every step. */
#ifndef NES_TEST_SLICES_H
#define NES_TEST_SLICES_H

#include <pthread.h>

#include "nes/nes.h"
#include "nes/slice.h"

enum { SLICES_MOST = 8 };

/* Threads that add up their sums, one after the other, as nes/slice.h asks for. */
typedef struct slices_meeting {
    pthread_barrier_t barrier;
    size_t count;
    size_t calls;     /* so far */
    size_t numbers;   /* that were joined */
    size_t fail_from; /* from this call on they fail, from 1; 0: none */
    struct slices_brought {
        nes_reduction kind;
        size_t count, parts;
        const double *part;
    } brought[SLICES_MOST];
    double *result;
    bool differ; /* what slices brought did not fit together */
} slices_meeting;

void slices_meet(slices_meeting *m, size_t count);
void slices_part(slices_meeting *m);

/* The place of one thread at a meeting. */
typedef struct slices_seat {
    slices_meeting *meeting;
    size_t number;
} slices_seat;

int slices_reduce(void *seat, nes_reduction kind, size_t count, size_t parts, const double *part,
                  double *result);

/* Settings and start with all arrays from a coordinate on. */
nes_settings slices_settings(const nes_settings *s, size_t first);

/* A search, and how it is cut. */
typedef struct slices_search {
    size_t dim, count;
    const size_t *parts; /* of NES_PART coordinates that each of the count slices has */
    const double *x0;
    const nes_settings *s;
    nes_objective f;
    size_t tells;                              /* at most */
    bool reloads;                              /* slices are saved and loaded all the time */
    void (*prepare)(nes_opt *o, size_t first); /* changes a new handle, from that coordinate on */
} slices_search;

/* Runs the search both ways until it ends, and fails where they differ. Returns the reason to stop.
 */
nes_stop slices_compare_search(const slices_search *search);

static inline nes_stop slices_compare(size_t dim, size_t count, const size_t *parts,
                                      const double *x0, const nes_settings *s, nes_objective f,
                                      size_t tells)
{
    const slices_search search = {dim, count, parts, x0, s, f, tells, false, NULL};
    return slices_compare_search(&search);
}

#endif
