/* SPDX-License-Identifier: MIT
 *
 * The order in which settings are resolved; what cannot be run is refused by opt/settings/check.c.
 * [math: A22] */
#include "opt/settings/resolve.h"

#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/settings/check.h"
#include "opt/settings/options.h"
#include "opt/settings/resolve_steps.h"
#include "scheme/scheme.h"
#include "util/text.h"
#include "util/try.h"

/* Defaults of restarts and of the race. [math: B10] */
static void resolve_restarts(nes_settings *s, size_t dim)
{
    const double d = (double)dim, most = 512;
    const bool open = s->restart_max == 0;
    if (s->restart_slice == 0) s->restart_slice = 10 * s->popsize;
    for (double r = s->restart_factor; open && r <= most && s->restart_max < 64;
         r *= s->restart_factor)
        s->restart_max++;
    if (s->race_first == 0) s->race_first = (uint64_t)(fmax(350, 15 * sqrt(d)) * d);
    if (s->race_length == 0) s->race_length = 100 * dim;
}

static void resolve_numbers(nes_plan *p)
{
    nes_settings *s = &p->s;
    const bool elitist = p->scheme->elitist;
    const bool box = s->lower != NULL && s->upper != NULL;
    nes_resolve_population(p);
    resolve_restarts(s, p->space.whole);
    if (s->sigma == NES_AUTO && !box && s->std == NULL) s->sigma = 1;
    if (s->eta_mu == NES_AUTO || elitist) s->eta_mu = p->gradient->mean_rate;
    nes_resolve_rates(p);
    if (s->nu == NES_AUTO) s->nu = elitist ? 1 : 3;
    if (s->eta_nu == NES_AUTO) s->eta_nu = s->eta_sigma;
    if (s->elitist_down == NES_AUTO) s->elitist_down = p->family->elitist_down;
    if (s->elitist_learn == NES_AUTO) s->elitist_learn = p->family->elitist_learn;
    nes_resolve_bits(p);
    nes_resolve_integers(p);
    nes_resolve_stops(p);
}

/* Replaces the caller's strings, which may die, by those of the tables. */
static void own_words(nes_settings *s)
{
    NES_EACH_FIELD (f)
        if (f->option.type == NES_TYPE_CHOICE && nes_word_of(s, f) != NULL)
            *(const char **)nes_field_in(s, f) = nes_field_word(f, nes_word_of(s, f));
}

nes_status nes_resolve(nes_plan *plan, const nes_space *space, const double *x0,
                       const nes_settings *user, nes_note note)
{
    memset((char *)plan + sizeof plan->s, 0, sizeof *plan - sizeof plan->s); /* s comes first */
    if (user != NULL)
        plan->s = *user;
    else
        nes_settings_default(&plan->s);
    plan->s.message[0] = '\0';
    plan->s.owner = NULL;
    plan->dim = space->dim;
    plan->space = *space;
    NES_TRY(nes_check_frame(plan, note));
    own_words(&plan->s);
    NES_TRY(nes_resolve_method(plan, note));
    nes_resolve_eval_start(plan, x0 != NULL);
    NES_TRY(nes_check_kernels(&plan->s, note));
    plan->level = nes_kernel_level(plan->s.kernels);
    if (plan->family->matrix && plan->dim > 0x7fffffff)
        return nes_refuse(note, NES_ERR_DIMENSION,
                          "the dimension %zu is too large for family '%s': use gauss-diag",
                          plan->dim, plan->s.family);
    NES_TRY(nes_check_parts(plan, note));
    if (space->shared) NES_TRY(nes_check_slice(plan, note));
    NES_TRY(nes_check_bits(plan, x0, note));
    resolve_numbers(plan);
    NES_TRY(nes_resolve_window(plan, note));
    nes_explain_choice(plan, user == NULL || user->popsize == 0);
    return nes_check_plan(plan, x0, note);
}
