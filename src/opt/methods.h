/* SPDX-License-Identifier: MIT
 *
 * The named methods: rows of presets, not code. */
#ifndef NES_OPT_METHODS_H
#define NES_OPT_METHODS_H

#include "nes/settings.h"
#include "util/text.h"

const nes_method *nes_method_find(const char *name); /* null: no such method */

/* Gives every option that the caller has not set what the method says, or what it is without a
 * method. NES_ERR_METHOD: a preset is wrong, which only a mistake in the table can cause. */
nes_status nes_method_apply(const nes_method *m, nes_settings *s, nes_note note);

/* The method whose presets and parts these settings have; null when the combination has no name. */
const nes_method *nes_method_of(const nes_settings *s);

/* What "auto" may look at. */
typedef struct nes_situation {
    size_t dim;
    uint64_t max_evals; /* 0: no budget */
    uint64_t jobs;      /* points that are evaluated at once; 0: as many as there are processors */
    bool bounded, noisy;
} nes_situation;

nes_situation nes_situation_of(const nes_settings *s, size_t dim);

/* What "auto" runs, and why, into text (size bytes). */
const nes_method *nes_method_choose(const nes_situation *w, char *text, size_t size);

#endif
