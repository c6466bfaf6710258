/* SPDX-License-Identifier: MIT
 *
 * The loop of every run: it asks the optimiser for points, submits them to an evaluator, collects
 * the values, tells them and notifies the observers. A search with generations does not depend on
 * the order in which values come. One without (option asynchronous) does: the order can be that of
 * an earlier part of the run. */
#pragma once

#include "evaluate/evaluator.h"
#include "evaluate/observer.h"
#include "nes/nes.h"
#include "options/variables.h"

/* Runs o until it stops; evaluator and observers see the points in the user's numbers, by the
 * scales of v (null: as they are searched). Returns NES_OK, or the error of the optimiser (see
 * nes_message). Points may be in flight then; closing the evaluator abandons them. */
nes_status evaluate_loop(nes_opt *o, const variables *v, const evaluator *e,
                         const observer *observers, size_t n);

/* How an asynchronous search is run. */
typedef struct loop_order {
    size_t places; /* points that are evaluated at the same time */

    /* What an earlier part of the run has done since its state was saved; null: nothing. Returns
     * whether something of that is still to be done: *ask: the next point is asked for; or else the
     * next value is collected. */
    bool (*next)(void *data, bool *ask);

    /* The points under way in the state, in the user's numbers. */
    const nes_points *open; /* null: there are none */
    void *data;
} loop_order;

/* The same with so many places, and what is to be done again; a search with generations needs no
 * order. */
nes_status evaluate_places(nes_opt *o, const variables *v, const evaluator *e,
                           const observer *observers, size_t n, const loop_order *order);

/* Evaluates points that no optimiser has asked for, such as those of --inject; their ids differ by
 * one from each to the next. Values and fates go to p->f and p->fate, and the observers hear of
 * them. False: an observer stopped it, and points may be in flight. */
bool evaluate_points(const evaluator *e, const nes_points *p, const observer *observers, size_t n);
