/* SPDX-License-Identifier: MIT
 *
 * The result as one line of JSON. */
#include "base/json_values.h"
#include "report/report.h"

int report_json(const report *r)
{
    const nes_result *s = &r->result;
    const struct {
        const char *name;
        cJSON *item;
    } fields[] = {
        {"method", json_from_string(s->method)},
        {"dim", json_from_count(s->dim)},
        {"seed", json_from_count(s->seed)},
        {"best_f", json_from_real(s->best_f)},
        {"best_x", json_from_reals(s->best_x, s->dim)},
        {"mean_x", json_from_reals(s->mean_x, s->dim)},
        {"std_x", json_from_reals(s->std_x, s->dim)},
        {"precision", json_from_real(report_precision(r))},
        {"evaluations", json_from_count(s->evaluations)},
        {"failed", json_from_count(s->failed)},
        {"generations", json_from_count(s->generations)},
        {"restarts", json_from_count(s->restarts)},
        {"challenges", json_from_count(s->challenges)},
        {"stop", json_from_string(nes_stop_name(s->stop))},
        {"stop_text", json_from_string(s->stop_text)},
        {"trust", json_from_string(nes_trust_name(s->trust))},
        {"trust_text", json_from_string(s->trust_text)},
        {"seconds", json_from_real(r->seconds)},
    };
    cJSON *object = cJSON_CreateObject();
    int complete = 1;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        complete &= json_add(object, fields[i].name, fields[i].item);
    if (r->noisy) complete &= json_add(object, "noise_free_f", json_from_real(r->exact));
    if (r->at_mean.n > 0) {
        complete &= json_add(object, "mean_f", json_from_real(r->at_mean.mean));
        complete &= json_add(object, "noise", json_from_real(r->at_mean.sd));
    }
    return json_print(object, complete);
}
