/* SPDX-License-Identifier: MIT
 *
 * Values of points that no optimiser has asked for: known points of the user's, or the mean once
 * more. */
#pragma once

#include "evaluate/evaluator.h"
#include "evaluate/observer.h"

/* Evaluates all points; their ids differ by one from each to the next. Values go to p->f, and the
 * observers hear of them. False: an observer stopped it, and points may be in flight. */
bool evaluate_points(const evaluator *e, const nes_points *p, const observer *observers, size_t n);
