/* SPDX-License-Identifier: MIT
 *
 * How far points of integers are spread, saved and loaded. */
#include "opt/run/run.h"
#include "opt/save/save.h"
#include "util/limits.h"

void nes_code_integers(nes_coder *c, struct nes_run *run)
{
    nes_integers *g = &run->integers;
    const bool guessed = c->in != NULL && c->format < NES_FORMAT_INTEGERS;
    if (c->bad) return;
    if (guessed) {
        nes_integers_guess(run);
    } else {
        nes_code_count(c, &g->changed);
        nes_code_check(c, "evaluation of the last new integer", g->changed,
                       "there were evaluations:", run->tally.evaluations);
        nes_code_row(c, "factors of integers", NES_CODED_RATE, g->factor, run->dim);
        nes_code_row(c, "probabilities of leaving", NES_CODED_RATE, g->rho, run->dim);
    }
    for (size_t i = 0; c->in != NULL && i < run->dim && !c->bad; i++)
        if (!(g->factor[i] > 0 && g->factor[i] <= NES_HUGE) || g->rho[i] > 1)
            nes_code_refuse(c, "an integer has the factor %g and leaves with probability %g",
                            g->factor[i], g->rho[i]);
}
