/* SPDX-License-Identifier: MIT
 *
 * How weighted samples become a move of the distribution. */
#pragma once

#include "nes/settings.h"
#include "state/gen.h"

typedef struct nes_gradient {
    const char *name;
    const char *doc;
    bool scores;      /* acts on the parameters of the family, by nparam, score and refresh */
    bool fits;        /* by least squares, with the option baseline */
    double mean_rate; /* default eta_mu */
    double rate;      /* default eta_sigma; 0: the family's */
    void (*take)(double *own, const nes_settings *s);        /* its options; null: it has none */
    size_t (*popsize)(size_t nparam);                        /* least by default; null: none */
    size_t (*nwork)(size_t ntheta, size_t nparam, size_t n); /* doubles in g->work; null: none */
    /* From the weighted batch to g->step, which apply then follows with these rates. Both return a
     * NES_MOVE code; unless it is NES_MOVED, a step that is given up leaves theta as it was, or not
     * finite itself. */
    int (*propose)(nes_gen *g);
    int (*apply)(nes_gen *g, const nes_rates *eta);
} nes_gradient;

const nes_gradient *nes_gradient_find(const char *name); /* null: no such gradient */
size_t nes_gradient_count(void);
const nes_gradient *nes_gradient_at(size_t i); /* null past the end */

extern const nes_gradient nes_gradient_local, nes_gradient_plain, nes_gradient_fisher;
