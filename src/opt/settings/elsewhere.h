/* SPDX-License-Identifier: MIT
 *
 * What other optimisers call the options of this library, and what to say to a user who writes so.
 */
#pragma once

#include "nes/by_name.h"

/* Writes what to write instead, for users of the C library, and returns text. option: the name of
 * the option whose value it is, "" where it is a name. */
const char *nes_elsewhere_answer(const nes_elsewhere *row, const char *option, char *text,
                                 size_t size);
