/* SPDX-License-Identifier: MIT
 *
 * A lock with a place to wait at: threads that share something enter one at a time, and one that
 * cannot go on waits until another has news, or until a moment of nes_clock. */
#pragma once

#include "nes/settings.h"

typedef struct nes_gate nes_gate;

nes_status nes_gate_create(nes_gate **g, const nes_allocator *a);
void nes_gate_destroy(nes_gate *g); /* null is fine */

void nes_gate_enter(nes_gate *g);
void nes_gate_leave(nes_gate *g);

/* Both from inside: wakes all threads that wait; waits, outside, until then or until that moment
 * (infinity: only for news), and perhaps not as long. */
void nes_gate_wake(nes_gate *g);
void nes_gate_wait(nes_gate *g, double until);
