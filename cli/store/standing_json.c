/* SPDX-License-Identifier: MIT
 *
 * Where a run stands, as an object of JSON; see store/standing.h. */
#include <math.h>

#include "base/json_values.h"
#include "store/standing.h"

/* A fact that is JSON already. */
static cJSON *from_fact(const standing *t, standing_fact which)
{
    cJSON *item = t->fact[which] != NULL ? cJSON_Parse(t->fact[which]) : NULL;
    return item != NULL ? item : cJSON_CreateNull();
}

static cJSON *from_state(const standing *t)
{
    static const char *const names[] = {[STATE_NONE] = NULL,
                                        [STATE_SOUND] = "sound",
                                        [STATE_LOST] = "missing",
                                        [STATE_DAMAGED] = "damaged"};
    return json_from_string(names[t->state]);
}

/* Evaluations that take long, or did when the run died. */
static cJSON *from_under_way(const standing *t)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < t->n_under_way; i++) {
        const under_way *u = &t->under_way[i];
        const bool live = t->word == STANDING_LIVE;
        const json_field fields[] = {
            {"id", json_from_count(u->id)},
            {"since", json_from_real(u->since)},
            {"usual", json_from_real(u->usual)},
            {"seconds", json_from_real(live ? t->now - u->since : (double)NAN)},
            {"process",
             u->process > 0 ? json_from_count((uint64_t)u->process) : cJSON_CreateNull()},
            {"rank", u->rank >= 0 ? json_from_count((uint64_t)u->rank) : cJSON_CreateNull()},
        };
        cJSON *object = cJSON_CreateObject();
        json_add_fields(object, fields, sizeof fields / sizeof *fields);
        json_append(list, object);
    }
    return list;
}

cJSON *standing_json(const standing *t, const char *folder)
{
    const store_counts *n = &t->counts;
    const bool choices = variables_have_choices(&t->names), places = t->places.places > 0;
    const json_field fields[] = {
        {"folder", json_from_string(folder)},
        {"status", json_from_string(standing_name(t))},
        {"process", t->process > 0 ? json_from_count((uint64_t)t->process) : cJSON_CreateNull()},
        {"objective", json_from_string(t->fact[FACT_OBJECTIVE])},
        {"command", from_fact(t, FACT_COMMAND)},
        {"started_in", json_from_string(t->fact[FACT_FOLDER])},
        {"started", json_from_string(t->fact[FACT_STARTED])},
        {"version", json_from_string(t->fact[FACT_VERSION])},
        {"accepted", from_fact(t, FACT_ACCEPTED)},
        {"seconds", json_from_real(t->seconds)},
        {places ? "places" : NULL, json_from_count(t->places.places)},
        {places ? "idle" : NULL, json_from_real(t->places.idle)},
        {"maximize", cJSON_CreateBool(t->maximize)},
        {"evaluations", json_from_count(t->evaluations)},
        {"failed", json_from_count(n->failed)},
        {"nonfinite", json_from_count(n->nonfinite)},
        {"late", json_from_count(n->late)},
        {n->spared > 0 ? "spared" : NULL, json_from_count(n->spared)},
        {n->known > 0 ? "known" : NULL, json_from_count(n->known)},
        {n->given > 0 ? "given" : NULL, json_from_count(n->given)},
        {"under_way", json_from_count(n->open)},
        {"handed", json_from_count(n->handed)},
        {"evaluating", from_under_way(t)},
        {"round", json_from_count(t->round)},
        {"generation", json_from_count(t->generation)},
        {"run", json_from_count(t->run)},
        {"sigma", json_from_real(t->sigma)},
        {"state", from_state(t)},
        {"names", variables_json(&t->names, t->names.n)},
        {"best_f", json_from_real(t->best_f)},
        {"best_x", json_from_reals(t->best_x, t->names.n)},
        {choices ? "best" : NULL, choices ? variables_named_json(&t->names, t->best_x) : NULL},
        {choices ? "probabilities" : NULL, probabilities_json(t->probabilities, &t->names)},
        {t->n_theta > 0 ? "theta" : NULL, json_from_reals(t->theta, t->n_theta)},
        {"failures", failure_kinds_json(t->failures, t->n_failures)},
        {"stop", json_from_string(t->fact[FACT_STOP])},
        {"stop_text", json_from_string(t->fact[FACT_STOP_TEXT])},
        {"trust", json_from_string(t->fact[FACT_TRUST])},
        {"trust_text", json_from_string(t->fact[FACT_TRUST_TEXT])},
    };
    cJSON *object = cJSON_CreateObject();
    json_add_fields(object, fields, sizeof fields / sizeof *fields);
    constrained_json(&t->constrained, object);
    return object;
}
