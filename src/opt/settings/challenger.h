/* SPDX-License-Identifier: MIT
 *
 * The settings of a challenger, the second method of a race. [math: B10] */
#pragma once

#include "nes/settings.h"

struct nes_sampling;

/* Whether resolved settings name a second method. */
bool nes_has_challenger(const nes_settings *s);

/* Turns the caller's settings into those of the challenger alone. Options that say how a method
 * samples, moves and learns are meant for the first method: the challenger has its own. It starts
 * without a factor, and nothing restarts it. */
void nes_challenger_settings(nes_settings *s);

/* The sampling of a challenger with these settings. */
const struct nes_sampling *nes_challenger_sampling(const nes_settings *s);
