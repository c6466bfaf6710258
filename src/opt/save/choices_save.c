/* SPDX-License-Identifier: MIT
 *
 * The laws of choices beside other variables, saved and loaded. Their values are drawn again. */
#include "opt/run/run.h"
#include "opt/save/save.h"

void nes_code_choices(nes_coder *c, struct nes_run *run)
{
    nes_chosen *s = &run->chosen;
    if (c->bad) return;
    nes_code_count(c, &s->changed);
    nes_code_check(c, "evaluation of the last new choice", s->changed,
                   "there were evaluations:", run->tally.evaluations);
    nes_code_reals(c, s->of.state, nes_choices_nstate(&s->of));
    if (c->in == NULL || c->bad) return;
    if (run->plan.pinned == 0 && !nes_choices_sound(&s->of))
        nes_code_refuse(c, "probabilities of choices do not add up, or are below their margins");
    nes_chosen_find_modes(run);
}
