/* SPDX-License-Identifier: MIT
 *
 * A straight step is tried, and taken back when it leads to no distribution. [math: A1, A3] */
#include "family/straight.h"

#include <math.h>
#include <string.h>

static void put_back(nes_dist *p, const double *before)
{
    memcpy(p->theta, before, p->family->ntheta(p) * sizeof *before);
}

/* Adds the direction; non-zero: theta, which is changed, is that of no distribution. */
static int add(nes_dist *p, const nes_step *s, const nes_rates *eta)
{
    const size_t nparam = p->family->scores->nparam(p), centre = p->family->located ? p->d : 0;
    bool finite = true;
    for (size_t i = 0; i < nparam; i++) {
        p->theta[i] += (i < centre ? eta->mu : eta->sigma) * s->direction[i];
        finite = finite && isfinite(p->theta[i]);
    }
    if (!finite) return NES_MOVE_NONFINITE;
    return p->family->scores->refresh(p) != 0 ? NES_MOVE_INVALID : NES_MOVED;
}

int nes_straight_move(nes_dist *p, const nes_step *s, const nes_rates *eta, double *before)
{
    memcpy(before, p->theta, p->family->ntheta(p) * sizeof *before);
    const int outcome = add(p, s, eta);
    if (outcome != NES_MOVED) put_back(p, before);
    return outcome;
}

bool nes_straight_fits(nes_dist *p, const nes_step *s, const nes_rates *eta, double *before)
{
    const int outcome = nes_straight_move(p, s, eta, before);
    put_back(p, before);
    return outcome == NES_MOVED;
}
