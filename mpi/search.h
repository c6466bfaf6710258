/* SPDX-License-Identifier: MIT
 *
 * What all runs on ranks do with the handle of this rank, whether it holds all coordinates or a
 * slice of them. */
#pragma once

#include "round.h"

/* Why the handle has refused, with the rank that it comes from; the status. NES_OK: nothing. */
nes_status nes_search_refuse(const nes_crew *c, const nes_opt *o, nes_status st);

/* A round about the callback of this rank, if it has one: it is called if r->status is NES_OK, and
 * the run stops on all ranks if any callback wants that. */
nes_status nes_search_progress(const nes_crew *c, nes_opt *o, nes_round *r);

/* The answer to x and, unless it is null, to r. The handle's other arrays end with it. */
void nes_search_answer(nes_opt *o, double *x, nes_result *r);
