/* SPDX-License-Identifier: MIT
 *
 * Probabilities of the values of choices, in the caller's variables; a choice that is fixed at its
 * only value has it with certainty. */
#include "opt/handle/choice_results.h"

#include "family/family.h"

nes_status nes_probabilities_length(nes_opt *o, struct nes_run *run, const char *name, size_t *n)
{
    const nes_domain *v = o->domain;
    *n = run->plan.s.bits ? 2 * run->dim : 0;
    for (size_t i = 0; v != NULL && i < v->dim; i++) *n += (size_t)v->choices[i];
    if (*n > 0) return NES_OK;
    return nes_refuse(nes_note_of(o), NES_ERR_ORDER,
                      "there are no '%s': no variable is a choice (option 'choices') or a bit",
                      name);
}

/* Of bits, family bernoulli has the probability of 1 alone. */
static void copy_bits(const struct nes_run *run, double *values)
{
    const nes_dist *p = &run->g.dist;
    for (size_t i = 0; i < run->dim; i++) {
        values[2 * i + 1] = p->theta[p->family->binary ? i : 2 * i + 1];
        values[2 * i] = p->family->binary ? 1 - p->theta[i] : p->theta[2 * i];
    }
}

nes_status nes_copy_probabilities(nes_opt *o, struct nes_run *run, double *values)
{
    const nes_domain *v = o->domain;
    const double *q = run->chosen.of.n > 0 ? run->chosen.of.state : run->g.dist.theta;
    if (run->plan.s.bits) copy_bits(run, values);
    for (size_t i = 0; v != NULL && i < v->dim; i++)
        for (size_t k = 0; k < (size_t)v->choices[i]; k++)
            *values++ = nes_domain_is_free(v, i) ? *q++ : 1;
    return NES_OK;
}
