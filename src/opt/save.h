/* SPDX-License-Identifier: MIT
 *
 * What the saved data of an ordinary run and of a set of runs have in common. */
#ifndef NES_OPT_SAVE_H
#define NES_OPT_SAVE_H

#include "nes/nes.h"
#include "util/coder.h"
#include "util/text.h"

/* An array that may be missing: a flag, then n numbers. Writes or counts only. */
void nes_code_array(nes_coder *c, const double *v, size_t n);

/* Reads one into memory of its own; null when there is none. */
double *nes_read_array(nes_coder *c, const nes_allocator *a, size_t n, bool *no_memory);

/* nes_load for a run inside a set: refuses another set. */
nes_status nes_load_member(nes_opt **o, const void *buffer, size_t size, const nes_settings *s);

#endif
