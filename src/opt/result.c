/* SPDX-License-Identifier: MIT
 *
 * What a handle can tell about its run. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "family/family.h"
#include "opt/opt.h"
#include "opt/runs.h"

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

void nes_describe_stop(const nes_opt *o, char *text, size_t size)
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

/* Centre, widths and shape, where the distribution has them. */
static void describe_shape(nes_opt *o, nes_result *r)
{
    const nes_family *f = o->g.family;
    const nes_dist *p = &o->g.dist;
    r->sigma = r->condition = NAN;
    if (!f->located) return;
    r->mean_x = p->theta;
    if (o->bounds.bounder != NULL) {
        memcpy(o->mean_x, p->theta, o->dim * sizeof *o->mean_x);
        nes_bounds_into(&o->bounds, o->mean_x);
        r->mean_x = o->mean_x;
    }
    if (f->deviations != NULL) {
        r->std_x = f->deviations(p);
    } else {
        f->spread(p, o->scratch);
        r->std_x = o->scratch;
    }
    r->sigma = f->sigma(p);
    r->condition = f->condition(p);
}

nes_status nes_get_result(nes_opt *o, nes_result *r)
{
    if (o == NULL || r == NULL) return NES_ERR_ARGUMENT;
    if (o->runs != NULL) return nes_runs_result(o, r);
    memset(r, 0, sizeof *r);
    if (o->open) nes_remember_best(o);
    describe_shape(o, r);
    r->dim = o->dim;
    r->method = o->method != NULL ? o->method->name : NULL;
    r->seed = o->s.seed;
    r->best_f = nes_sign(o, o->best_f);
    r->best_x = isnan(o->best_f) ? NULL : o->best_x;
    r->evaluations = o->evaluations;
    r->best_evaluation = o->best_evaluation;
    r->failed = o->failed;
    r->nonfinite = o->nonfinite;
    r->generations = o->generations;
    r->best_run = r->best_x != NULL;
    r->generation_best = nes_sign(o, o->generation_best);
    r->generation_median = nes_sign(o, o->generation_median);
    r->stop = o->stop;
    r->stop_value = o->stop_value;
    r->stop_threshold = o->stop_threshold;
    nes_describe_stop(o, r->stop_text, sizeof r->stop_text);
    return NES_OK;
}
