/* SPDX-License-Identifier: MIT
 *
 * The loop of every run: it asks the optimiser for points, submits them to an evaluator, collects
 * the values, tells them and notifies the observers. The run does not depend on the order in which
 * values come. */
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

/* Evaluates points that no optimiser has asked for, such as those of --inject; their ids differ by
 * one from each to the next. Values and fates go to p->f and p->fate, and the observers hear of
 * them. False: an observer stopped it, and points may be in flight. */
bool evaluate_points(const evaluator *e, const nes_points *p, const observer *observers, size_t n);
