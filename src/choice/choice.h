/* SPDX-License-Identifier: MIT
 *
 * Choices: variables with a few values that have no order. Each has a law of its own, independent
 * of all others; the step is the natural gradient of their product, as long as what it has found
 * lately was no chance. Pure functions, which know nothing of runs and families. [math: B20] */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "rng/stream.h"

/* The state is probabilities q, choice after choice, value 0 first; the path s, a number less for
 * each choice; then the square of the length that the path would have by chance, and how cautious
 * steps are: their length is 1 over that. */
typedef struct nes_choices {
    size_t n;            /* choices */
    size_t total;        /* values of all of them */
    const double *count; /* values of each, at least 2; null: all have 2 */
    double least;        /* probability of a value that is not the most probable one, of all such
                            values of a choice together */
    double *state;       /* nes_choices_nstate() numbers */
} nes_choices;

/* Choices without state; a count below 1 is taken for 1. */
nes_choices nes_choices_of(size_t n, const double *count, double least);

static inline size_t nes_choices_values(const nes_choices *c, size_t i)
{
    return c->count == NULL ? 2 : c->count[i] >= 1 ? (size_t)c->count[i] : 1;
}

/* Numbers of the state, and those of the path alone, which is the degrees of freedom. */
static inline size_t nes_choices_nstate(const nes_choices *c)
{
    return 2 * c->total - c->n + 2;
}

static inline size_t nes_choices_npath(const nes_choices *c)
{
    return c->total - c->n;
}

/* Doubles of scratch for generations of so many rows. */
size_t nes_choices_nwork(const nes_choices *c, size_t rows);

/* Least probability of each value of choice i. */
double nes_choices_least(const nes_choices *c, size_t i);

/* Even odds; or halfway from there to the values of a start (n numbers, negative: none). */
void nes_choices_begin(nes_choices *c, const double *start);

/* Draws the values of a generation: those of row k go to values + k n. Of each choice every value
 * occurs as often as its probability says, rounded up or down, in rows at random. at: seed, run and
 * generation. */
void nes_choices_draw(const nes_choices *c, const nes_stream *at, size_t rows, double *values,
                      double *work);

/* Draws a row by itself, from the stream at. */
void nes_choices_draw_one(const nes_choices *c, const nes_stream *at, double *values);

/* Moves by weights u of rows: row k is values + k n. rate multiplies the length of the step.
 * Whether there was a step: weights that say nothing leave everything as it is. */
bool nes_choices_step(nes_choices *c, size_t rows, const double *values, const double *u,
                      double rate, double *work);

/* The most probable value of choice i, the first of equals, and its probability. */
size_t nes_choices_mode(const nes_choices *c, size_t i, double *probability);

/* Whether all choices are as decided as their margins allow. */
bool nes_choices_settled(const nes_choices *c);

/* Whether the state, which was read, is one that steps can have come to. */
bool nes_choices_sound(const nes_choices *c);

/* Weights of n ranks, best first: beside other variables those of the better half, with sum 1;
 * alone those of all ranks, with sum 0. */
void nes_choices_weights(size_t n, bool alone, double *u);
