/* SPDX-License-Identifier: MIT
 *
 * --straggler T: an evaluator that stands in front of another one and does not wait for ever. Which
 * points are late is the rule of mpi/rule.h. Such a point comes out as late. It keeps its job
 * until its record comes, which is thrown away.
 *
 * The decision depends on the clock. It goes through everybody in front like a value, so that the
 * database keeps it, and a run that is resumed takes it again. */
#pragma once

#include "evaluate/evaluator.h"
#include "evaluate/observer.h"
#include "nes/by_name.h"

typedef struct stragglers stragglers;

/* jobs: points that the inner evaluator, which is borrowed, works at in the same moment; it gets no
 * more at a time, so that none of them waits. Closing e frees the stragglers. */
stragglers *stragglers_open(evaluator *e, const evaluator *inner, size_t jobs, double factor);

/* A point of an earlier part of the run, in the order of rounds: its generation, from 1, may be the
 * one with which the run goes on. */
void stragglers_recall(stragglers *s, uint64_t generation, nes_fate fate, double seconds);

/* Hears of every round and of its values, wherever they come from. */
observer stragglers_observer(stragglers *s);
