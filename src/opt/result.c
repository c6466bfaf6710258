/* SPDX-License-Identifier: MIT
 *
 * What a handle can tell about its run. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "family/family.h"
#include "opt/opt.h"

const char *nes_version(void)
{
    return NES_VERSION;
}

const char *nes_message(const nes_opt *o)
{
    return o != NULL ? o->message : "";
}

const char *nes_choice_text(const nes_opt *o)
{
    return o != NULL ? o->choice : "";
}

const nes_settings *nes_get_settings(const nes_opt *o)
{
    return o != NULL ? &o->s : NULL;
}

/* Reason, both numbers, and the option that moves the threshold. */
static void describe_stop(const nes_opt *o, char *text, size_t size)
{
    const char *name = nes_stop_name(o->stop), *why = nes_stop_text(o->stop);
    if (o->stop == NES_STOP_TARGET)
        snprintf(text, size, "%s: %.6g, target %.6g", why, o->stop_value, o->stop_threshold);
    else if (!isnan(o->stop_threshold))
        snprintf(text, size, "%s: %.6g, limit %.6g (option %s)", why, o->stop_value,
                 o->stop_threshold, name);
    else if (!isnan(o->stop_value))
        snprintf(text, size, "%s: %.6g", why, o->stop_value);
    else
        snprintf(text, size, "%s", why);
}

nes_status nes_get_result(nes_opt *o, nes_result *r)
{
    if (o == NULL || r == NULL) return NES_ERR_ARGUMENT;
    const nes_dist *p = &o->g.dist;
    memset(r, 0, sizeof *r);
    if (o->open) nes_remember_best(o);
    memcpy(o->mean_x, p->theta, o->dim * sizeof *o->mean_x);
    if (o->bounds.bounder != NULL) nes_bounds_into(&o->bounds, o->mean_x);
    o->g.family->spread(p, o->scratch);
    r->dim = o->dim;
    r->method = o->method != NULL ? o->method->name : NULL;
    r->seed = o->s.seed;
    r->best_f = nes_sign(o, o->best_f);
    r->best_x = isnan(o->best_f) ? NULL : o->best_x;
    r->mean_x = o->mean_x;
    r->std_x = o->scratch;
    r->evaluations = o->evaluations;
    r->best_evaluation = o->best_evaluation;
    r->failed = o->failed;
    r->nonfinite = o->nonfinite;
    r->generations = o->generations;
    r->sigma = o->g.family->sigma(p);
    r->condition = o->g.family->condition(p);
    r->generation_best = nes_sign(o, o->generation_best);
    r->generation_median = nes_sign(o, o->generation_median);
    r->stop = o->stop;
    r->stop_value = o->stop_value;
    r->stop_threshold = o->stop_threshold;
    describe_stop(o, r->stop_text, sizeof r->stop_text);
    return NES_OK;
}
