/* SPDX-License-Identifier: MIT
 *
 * A generation as a table of rows. A row is placed (its point x is known), then valued (its value f
 * is known). Slots may be permuted while values come in out of order; row[] remembers the row
 * number of each slot, and everything that sums or ranks runs in row order. */
#pragma once

#include <stdbool.h>

#include "nes/evaluation.h"
#include "rng/stream.h"
#include "state/coords.h"
#include "util/arena.h"

enum { NES_BLOCK = 512 }; /* coordinates handled at a time where z is made again */

/* How many of the coordinates lo .. end-1 belong to one block. */
static inline size_t nes_block_at(size_t lo, size_t end)
{
    return end - lo < NES_BLOCK ? end - lo : NES_BLOCK;
}

/* Samples that are combinations of draws: sample number 2 i is sum over j <= i of c_ij r_j, where
 * r_j is what the stream of sample number 2 j gives. */
typedef struct nes_combined {
    size_t draws;   /* 0: samples are the draws themselves */
    double *c;      /* draws x draws */
    double *block;  /* draws x NES_BLOCK: the r_j of a block, where samples are not stored */
    uint64_t found; /* generation that the coefficients belong to, plus 1 */
} nes_combined;

/* Groups of rows, best first, where there are constraints. Rows of the last two are ranked by their
 * distance from the centre. */
enum { NES_RANKED_BY_MERIT, NES_RANKED_BY_VIOLATION, NES_RANKED_AS_INFINITE, NES_RANKED_AS_NAN };

typedef struct nes_batch {
    size_t d;                 /* coordinates that are here */
    const nes_coords *coords; /* their place among all; null: all are here */
    size_t width;             /* numbers in a row of y */
    size_t capacity;          /* rows there is room for */
    size_t noutputs;          /* m: numbers of an evaluation besides its value */
    size_t nraw;              /* integers whose coordinates are kept */
    size_t nchoices;          /* choices beside the coordinates */
    size_t spare;  /* rows behind those for candidates of importance mixing, which have z alone */
    size_t n;      /* rows of this generation */
    size_t window; /* rows of x: all, or fewer where points are handed out in parts */
    size_t first;  /* slot of the first row of x */
    nes_stream stream;     /* seed, run and generation of this generation's samples */
    bool origin;           /* the one row is the centre of the distribution itself, z = 0 */
    nes_variates variates; /* standard random numbers that z is made of */
    double nu;             /* their degrees of freedom */
    nes_combined combined;

    double *z;       /* n x d local samples; null: made again from the stream when needed */
    double *extra;   /* rows of a step that are no samples, where z is null */
    double *y;       /* n x width, B z, for families with a matrix; null for others */
    double *x;       /* window x d points as handed out, behind rows of others (ahead) */
    double *tail;    /* n radial factors t: s = t z (1 for Gaussians) */
    double *raw;     /* n x nraw: coordinates of integers before they are rounded */
    double *choice;  /* n x nchoices: values of the choices, behind rows of others (ahead) */
    double *f;       /* n values to be minimised */
    double *outputs; /* n x m further outputs, as told; null: m is 0 */
    double *key;     /* n numbers that rows of one group are ranked by, and their groups; null: */
    unsigned char *group; /* rows are ranked by f */
    double *told;         /* (n + ahead) x (1 + m): room for the caller's values */
    nes_fate *told_fate;  /* n + ahead: room for the fates of these values */
    double *u;            /* n weights of scale and shape */
    double *v;            /* n weights of the mean */
    double u0;            /* weight of a point at z = 0: the parent of an elitist scheme */
    double *norm2;        /* n squared local radii, filled when ranking needs them; else scratch */
    size_t *order;        /* n slots, best first */
    size_t *scratch;      /* n: scratch of ranking */
    uint64_t *row;        /* slot -> number of its row */
    uint64_t *source;     /* slot -> number of its sample in the stream, and NES_MIRROR */
    uint64_t *id;         /* slot -> id of its point, behind room for those of others (ahead) */
    unsigned char *fate;  /* slot -> fate of its point; never failed: it waits again, or is given
                             up */
    unsigned char *lane;  /* slot -> lane of its sample (redraws) */
    uint64_t *number;     /* slot -> number of its evaluation, from 1 */
    uint64_t *tries;      /* slot -> failed evaluations of this row */
} nes_batch;

/* Slots lo .. hi-1 of a batch. */
typedef struct nes_slots {
    nes_batch *b;
    size_t lo, hi;
} nes_slots;

static inline nes_slots nes_slots_of(const nes_batch *b) /* all of them */
{
    return (nes_slots){(nes_batch *)(uintptr_t)b, 0, b->n};
}

/* Some coordinates of rows: those of the first row from `first` on, `count` of them, and `stride`
 * numbers from one row to the next. */
typedef struct nes_rows {
    double *first;
    size_t count, stride;
} nes_rows;

/* Local samples, stored ones, from slot k on. */
static inline nes_rows nes_batch_rows(const nes_batch *b, size_t k)
{
    return (nes_rows){b->z + k * b->d, b->d, b->d};
}

typedef struct nes_batch_size {
    size_t d, n, spare, window;
    size_t outputs; /* m: numbers of an evaluation besides its value */
    size_t raw;     /* integers whose coordinates are kept */
    size_t choices; /* choices beside the coordinates */
    size_t extra;   /* rows of a step that are no samples; they stand behind the n rows */
    size_t draws;   /* draws that samples are combinations of; 0: samples are draws */
    size_t ahead;   /* points that are handed out before those of the batch */
    size_t width;   /* numbers of B z that are stored for each row; 0: none */
    bool keep_z;    /* store local samples */
} nes_batch_size;

/* A point has a value, or never will because it failed for good, in which case it ranks last. */
static inline bool nes_is_told(unsigned fate)
{
    return fate != NES_WAITING && fate != NES_LATE;
}

/* The m outputs of row k of such an array. */
static inline double *nes_outputs_at(double *outputs, size_t m, size_t k)
{
    return m > 0 ? outputs + k * m : NULL;
}

static inline void nes_copy_outputs(size_t m, double *to, const double *from)
{
    for (size_t i = 0; i < m; i++) to[i] = from[i];
}

/* Takes the arrays from the arena. */
void nes_batch_carve(nes_batch *b, nes_arena *a, const nes_batch_size *size);

/* The slot behind the last one with a point, and the point of a slot that has one. */
static inline size_t nes_batch_end(const nes_batch *b)
{
    return b->n - b->first < b->window ? b->n : b->first + b->window;
}

static inline double *nes_batch_x(const nes_batch *b, size_t k)
{
    return b->x + (k - b->first) * b->d;
}

static inline double *nes_batch_choices(const nes_batch *b, size_t k)
{
    return b->nchoices > 0 ? b->choice + k * b->nchoices : NULL;
}

/* Beside the 32 bits of a sample's number: the row is its mirror image, -z. */
#define NES_MIRROR (UINT64_C(1) << 32)

static inline bool nes_batch_mirrored(const nes_batch *b, size_t k)
{
    return (b->source[k] & NES_MIRROR) != 0;
}

/* 2 when slots lo .. hi-1 are pairs, each a sample and its mirror image next to it; else 1. */
static inline size_t nes_batch_apart(const nes_batch *b, size_t lo, size_t hi)
{
    if ((hi - lo) % 2 != 0) return 1;
    for (size_t k = lo; k < hi; k += 2)
        if (nes_batch_mirrored(b, k) || !nes_batch_mirrored(b, k + 1)) return 1;
    return 2;
}

/* The stream of a slot's sample. */
nes_stream nes_batch_stream(const nes_batch *b, size_t k);

static inline void nes_negate(size_t n, double *z)
{
    for (size_t i = 0; i < n; i++) z[i] = -z[i];
}

/* Prepares nes_batch_z for slots below end and coordinates lo .. lo+n-1, n at most NES_BLOCK: where
 * samples are combinations and not stored, it makes the draws of these coordinates again. */
void nes_batch_block(const nes_batch *b, size_t end, size_t lo, size_t n);

/* Local sample of slot k, or row k of a step, coordinates lo .. lo+n-1: stored, or made again into
 * buffer (n). */
const double *nes_batch_z(const nes_batch *b, size_t k, size_t lo, size_t n, double *buffer);

/* Row number i of a step that is no sample of the batch. */
static inline double *nes_batch_extra(const nes_batch *b, size_t i)
{
    return b->z != NULL ? b->z + (b->n + i) * b->d : b->extra + i * b->d;
}

enum { NES_LENGTHS = 64 }; /* rows whose lengths are found at a time */

/* Finds |t z|^2 of slots lo .. hi-1, hi - lo numbers; or that of slot k. */
void nes_batch_lengths(const nes_batch *b, size_t lo, size_t hi, double *r2);
double nes_batch_norm2(const nes_batch *b, size_t k);

/* Copies the local sample of slot `from` to slot `to`; nes_batch_copy also point and value. */
void nes_batch_copy_sample(nes_batch *b, size_t from, size_t to);
void nes_batch_copy(nes_batch *b, size_t from, size_t to);

/* Exchanges two slots, points and all. */
void nes_batch_swap(nes_batch *b, size_t i, size_t j);

/* Orders slots that wait: those with the fewest tries first, the earlier of equals. Where only some
 * of them can be handed out, the choice then depends neither on the order of telling nor on where
 * an earlier budget ended. */
void nes_batch_order(nes_batch *b, size_t first, size_t end);

/* The slot of every row. The array is the scratch of ranking: it holds until slots are exchanged or
 * ranked. */
const size_t *nes_batch_slots(const nes_batch *b);

/* Puts every row back into the slot of its number. */
void nes_batch_restore(nes_batch *b);

/* Counts the rows with a value whose neighbours, `together` at a time, all have one; slots may be
 * in any order. */
size_t nes_batch_whole(const nes_batch *b, size_t together);

/* Slots are in row order: drops the rows without a value, and with them those that were drawn
 * together with one, `together` neighbours at a time. The others move up and are numbered anew.
 * Returns how many are left. */
size_t nes_batch_drop(nes_batch *b, size_t together);
