/* SPDX-License-Identifier: MIT
 *
 * Where a run stands, as one line of JSON; see store/standing.h. */
#include "base/json_values.h"
#include "store/standing.h"

/* The command is JSON already. */
static cJSON *from_command(const standing *t)
{
    cJSON *item = t->fact[FACT_COMMAND] != NULL ? cJSON_Parse(t->fact[FACT_COMMAND]) : NULL;
    return item != NULL ? item : cJSON_CreateNull();
}

void standing_json(const standing *t, const char *folder)
{
    const store_counts *n = &t->counts;
    const json_field fields[] = {
        {"folder", json_from_string(folder)},
        {"status", json_from_string(standing_name(t))},
        {"process", t->process > 0 ? json_from_count((uint64_t)t->process) : cJSON_CreateNull()},
        {"objective", json_from_string(t->fact[FACT_OBJECTIVE])},
        {"command", from_command(t)},
        {"started_in", json_from_string(t->fact[FACT_FOLDER])},
        {"started", json_from_string(t->fact[FACT_STARTED])},
        {"version", json_from_string(t->fact[FACT_VERSION])},
        {"seconds", json_from_real(t->seconds)},
        {"maximize", cJSON_CreateBool(t->maximize)},
        {"evaluations", json_from_count(t->evaluations)},
        {"failed", json_from_count(n->failed)},
        {"nonfinite", json_from_count(n->nonfinite)},
        {"late", json_from_count(n->late)},
        {"under_way", json_from_count(n->open)},
        {"handed", json_from_count(n->handed)},
        {"round", json_from_count(t->round)},
        {"generation", json_from_count(t->generation)},
        {"run", json_from_count(t->run)},
        {"sigma", json_from_real(t->sigma)},
        {"names", variables_json(&t->names, t->names.n)},
        {"best_f", json_from_real(t->best_f)},
        {"best_x", json_from_reals(t->best_x, t->names.n)},
        {"failures", failure_kinds_json(t->failures, t->n_failures)},
        {"stop", json_from_string(t->fact[FACT_STOP])},
        {"stop_text", json_from_string(t->fact[FACT_STOP_TEXT])},
        {"trust", json_from_string(t->fact[FACT_TRUST])},
        {"trust_text", json_from_string(t->fact[FACT_TRUST_TEXT])},
    };
    cJSON *object = cJSON_CreateObject();
    json_add_fields(object, fields, sizeof fields / sizeof *fields);
    json_print(object, 1);
}
