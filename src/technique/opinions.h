/* SPDX-License-Identifier: MIT
 *
 * Whether an optimum is more than a local one, by the opinion of runs that start far away: each of
 * them ends at the best point so far, or elsewhere. This is what they have said, in numbers; which
 * run goes next follows from it in technique/restart.c. [math: B18] */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Distances of starts, in initial step sizes: far at first, and at least near. */
#define NES_OPINION_FAR  100.0
#define NES_OPINION_NEAR 10.0

enum { NES_OPINION_RUNS = 20, NES_OPINION_AGREE = 2 }; /* at most, and wanted, by default */

/* What the end of a run says of the best end before it. */
typedef enum nes_opinion {
    NES_OPINION_NONE,      /* nothing: there was no end before, or the run did not come to one */
    NES_OPINION_BLIND,     /* nothing: it saw no finite value, or only equal ones */
    NES_OPINION_SAME,      /* it is this point */
    NES_OPINION_ELSEWHERE, /* another point has the same value, */
    NES_OPINION_MOVED,     /* or one that is better by so little that it is the same */
    NES_OPINION_BETTER,    /* there is a better one */
    NES_OPINION_WORSE      /* there is a worse one */
} nes_opinion;

typedef struct nes_opinions {
    uint64_t cost;  /* evaluations of the first run; 0: none has ended with a value */
    uint64_t agree; /* runs in a row that led to the best end */
    uint64_t other; /* runs that ended elsewhere */
    uint64_t equal; /* of them, those with the value of the best end */
    uint64_t blind; /* runs that saw nothing, where they began */
    double begun;   /* the least distance at which a run that agrees began */
    double closest; /* distances of other ends from the best one: the least, */
    double reach;   /* and the largest; all in initial step sizes */
} nes_opinions;

/* begun: the distance at which the run began; away: that of its end from the best one before. */
void nes_opinions_hear(nes_opinions *o, nes_opinion said, double begun, double away);

/* The distance at which the next run begins. */
double nes_opinions_far(const nes_opinions *o);

/* Whether runs enough agree, if so many are wanted (0: any number is too few); total: evaluations
 * of all runs. */
bool nes_opinions_settled(const nes_opinions *o, uint64_t wanted, uint64_t total);

/* Whether runs that agree began so far away that they might have ended where others did. */
bool nes_opinions_weigh(const nes_opinions *o);

/* Evaluations that all runs together may use before the last one begins. */
uint64_t nes_opinions_limit(const nes_opinions *o);

/* Evaluations that the next run may use; 0: there is no next run. */
uint64_t nes_opinions_cost(const nes_opinions *o, uint64_t total);

/* The step size, in initial ones, at which the way of a run to the best end is looked at first, in
 * d dimensions. away: how far that end is from the first start, as a root mean square of initial
 * deviations. */
double nes_opinions_narrow(size_t d, double away);
