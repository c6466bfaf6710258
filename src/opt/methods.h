/* SPDX-License-Identifier: MIT
 *
 * The named methods: rows of presets, not code. */
#ifndef NES_OPT_METHODS_H
#define NES_OPT_METHODS_H

#include "nes/settings.h"

const nes_method *nes_method_find(const char *name); /* null: no such method */

/* The method that the parts of s make; null when it has no name. */
const nes_method *nes_method_of(const nes_settings *s);

/* What "auto" runs in dimension d, and why, into text (size bytes). */
const nes_method *nes_method_choose(size_t d, char *text, size_t size);

#endif
