/* SPDX-License-Identifier: MIT
 *
 * What the ranks of a job say to each other.
 *
 * Rank 0 calls to all (a broadcast): what to open, the state of the search, the values of a round,
 * the end. It sends work to a rank: the number of a point, or the point itself where no rank can
 * make it. The others send news: values, digests, signals. All of them run the same program on the
 * same kind of machine, so that structs travel as they are. */
#pragma once

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/ending.h"

typedef enum call_kind {
    CALL_SETUP, /* bytes follow: the command line (ranks/origin.h) */
    CALL_OPEN,  /* an evaluator for points that come by themselves or by a round */
    CALL_STATE, /* bytes follow: the search, from which the points of the round are made */
    CALL_ROUND, /* the records of the last round, from which the points of this one are made */
    CALL_CLOSE, /* what is under way is abandoned, and the evaluator closed */
    CALL_QUIT,
} call_kind;

enum { CALL_FIRST = 512 };

typedef struct call {
    uint32_t kind;
    int32_t status;         /* of the program: CALL_QUIT */
    uint64_t number;        /* of the opening or the round */
    uint64_t size;          /* bytes: of the records, or those that follow */
    uint64_t checks;        /* whether a digest of the search is wanted */
    char first[CALL_FIRST]; /* the first bytes of the records; the others follow */
} call;

/* Rank 0 calls, and returns when the call is on its way. The others expect it: when `request` is
 * done, it is in *c. */
void wire_call(MPI_Comm comm, call *c);
void wire_expect(MPI_Comm comm, call *c, MPI_Request *request);

/* What follows a call: n bytes of rank 0 for all. */
void wire_share(MPI_Comm comm, void *bytes, size_t n);

/* Waits with pauses. */
void wire_wait(MPI_Request *request);

/* The status that all ranks agree on: 0, or that of the lowest rank that has another one. *rank:
 * its number; -1: there is none. */
int wire_agree(MPI_Comm comm, int status, int *rank);

/* Ends the job with a sentence, where the others would wait for this rank for ever. */
void wire_abort(MPI_Comm comm, const char *why);

/* Tags. */
enum { WIRE_WORK = 1, WIRE_NEWS };

/* A point to evaluate; its numbers follow where round is 0. */
typedef struct work {
    uint64_t round, id;
} work;

typedef enum news_kind {
    NEWS_VALUE,
    NEWS_DIGEST, /* id: the round; bits: the digest; text: the name of the machine */
    NEWS_FAULT,  /* the rank cannot go on; text: the name of the machine, and why */
    NEWS_SIGNAL, /* urgent: whether it was a signal that cannot wait */
    NEWS_END,    /* the last ones of a rank */
} news_kind;

enum { NEWS_TEXT = ENDING_FAILURE_SIZE + ENDING_SAID_SIZE };

typedef struct news {
    uint32_t kind, opening; /* opening: the number of the call to open, for values */
    uint64_t id, bits;      /* bits: of a digest */
    double f, seconds;      /* as an eval_record has them, and its fate */
    double took;            /* seconds on that rank, from the work to the value */
    uint32_t fate;
    uint32_t stops, urgent; /* whether */
    uint32_t lost;          /* starts again since the last value of this rank */
    uint32_t n;             /* bytes of text */
    char text[NEWS_TEXT];   /* of a failure: why, and what was said, both ended by a zero */
} news;

static inline size_t news_size(const news *w)
{
    return offsetof(news, text) + w->n;
}
