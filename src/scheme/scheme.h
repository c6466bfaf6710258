/* SPDX-License-Identifier: MIT
 *
 * Which points make a generation, and what their values mean. [math: A4, A13] */
#pragma once

#include "nes/settings.h"
#include "state/gen.h"

typedef struct nes_scheme {
    const char *name;
    const char *doc;
    bool elitist; /* the centre is a parent with a value of its own; one sample a generation */
    void (*take)(double *own, const nes_settings *s); /* its options; null: it has none */
    /* Values to weights: u, v and u_0 of the batch. */
    void (*weigh)(nes_gen *g);
} nes_scheme;

const nes_scheme *nes_scheme_find(const char *name); /* null: no such scheme */
size_t nes_scheme_count(void);
const nes_scheme *nes_scheme_at(size_t i); /* null past the end */

extern const nes_scheme nes_scheme_comma, nes_scheme_elitist;
