/* SPDX-License-Identifier: MIT
 *
 * The messages between the ranks of a job.
 *
 * Rank 0 calls all ranks (a broadcast): what to open, the state of the search, the records of a
 * round, the end. It sends work to a rank: the id of a point, or its coordinates where ranks cannot
 * make it. The others send news: records, faults, signals. All of them run the same program on the
 * same kind of machine, so that structs travel as they are. */
#pragma once

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/ending.h"

typedef enum call_kind {
    CALL_SETUP, /* opens the objective of the command line that comes with it (ranks/origin.h) */
    CALL_OPEN,  /* opens an evaluator */
    CALL_STATE, /* brings the search, from which the points of the round are made */
    CALL_ROUND, /* brings the records of the last round, which lead to the points of this one */
    CALL_CLOSE, /* abandons evaluations under way, and closes the evaluator */
    CALL_QUIT,  /* ends the program */
} call_kind;

enum { CALL_FIRST = 512 };

typedef struct call {
    uint32_t kind;
    int32_t status;         /* exit status of the program, for CALL_QUIT */
    uint64_t number;        /* number of the opening or the round */
    uint64_t digest;        /* digest of the search in this round; 0: not compared */
    uint64_t size;          /* number of bytes that come with the call, */
    char first[CALL_FIRST]; /* and the first of them; the others follow */
} call;

/* Rank 0 calls all others, and returns when the call and its bytes are on their way. */
void wire_call(MPI_Comm comm, call *c, void *bytes);

/* The others expect the call: when `request` is done, it is in *c. Then they take its bytes, to be
 * freed. */
void wire_expect(MPI_Comm comm, call *c, MPI_Request *request);
void *wire_take(MPI_Comm comm, const call *c);

/* Waits for the request with growing pauses. */
void wire_wait(MPI_Request *request);

/* Returns the status that all ranks agree on: 0, or that of the lowest rank whose status is not 0.
 * *rank: the number of that rank; if there is none, a number above all ranks. */
int wire_agree(MPI_Comm comm, int status, int *rank);

/* Tags of messages. */
enum { WIRE_WORK = 1, WIRE_NEWS };

/* A point to evaluate; its numbers follow where round is 0. */
typedef struct work {
    uint64_t opening, round, id;
} work;

typedef enum news_kind {
    NEWS_RECORD,
    NEWS_FAULT,  /* the rank cannot go on; texts: its machine's name, and the reason */
    NEWS_SIGNAL, /* urgent: whether it was a signal that cannot wait */
    NEWS_END,    /* the last news of a rank */
} news_kind;

enum { NEWS_TEXT = ENDING_FAILURE_SIZE + ENDING_SAID_SIZE };

typedef struct news {
    uint32_t kind;
    uint32_t opening;  /* the number of the call to open the evaluator, for records */
    uint64_t id;       /* id of the point */
    double f, seconds; /* value and seconds of the eval_record */
    uint32_t fate;     /* fate of the record */
    uint32_t stops;    /* whether the failure is to end the run */
    uint32_t urgent;   /* whether the signal cannot wait */
    uint32_t lost;     /* evaluations started again since the last record of this rank */
    uint32_t outputs;  /* numbers besides the value */
    uint32_t n;        /* bytes of text */
    double output[];   /* the outputs, then two texts, each ended by a zero: why an evaluation
                          failed and what was said, or those of a fault */
} news;

/* Returns the bytes of news with `outputs` outputs and `text` bytes of text. */
static inline size_t news_size(size_t outputs, size_t text)
{
    return sizeof(news) + outputs * sizeof(double) + text;
}

static inline char *news_text(news *w)
{
    return (char *)(w->output + w->outputs);
}
