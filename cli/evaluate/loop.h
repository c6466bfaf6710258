/* SPDX-License-Identifier: MIT
 *
 * The loop of every run: it asks the optimiser for points, submits them to an evaluator, collects
 * the values, tells them and notifies the observers. The run does not depend on the order in which
 * values come. */
#pragma once

#include "evaluate/evaluator.h"
#include "evaluate/observer.h"
#include "nes/nes.h"

/* Runs o until it stops. Returns NES_OK, or the error of the optimiser (see nes_message) or
 * NES_ERR_MEMORY. Points may be in flight then; closing the evaluator abandons them. */
nes_status evaluate_loop(nes_opt *o, const evaluator *e, const observer *observers, size_t n);
