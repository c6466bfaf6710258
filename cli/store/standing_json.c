/* SPDX-License-Identifier: MIT
 *
 * Where a run stands, as one line of JSON; see store/standing.h. */
#include "base/json_values.h"
#include "store/standing.h"

static cJSON *from_text(const buffer *text)
{
    return json_from_string(text->n > 0 ? text->text : NULL);
}

/* The command is JSON already. */
static cJSON *from_json(const buffer *text)
{
    cJSON *item = text->n > 0 ? cJSON_Parse(text->text) : NULL;
    return item != NULL ? item : cJSON_CreateNull();
}

int standing_json(const standing *t, const char *folder)
{
    const store_counts *n = &t->counts;
    const json_field fields[] = {
        {"folder", json_from_string(folder)},
        {"status", json_from_string(standing_name(t))},
        {"process", t->process > 0 ? json_from_count((uint64_t)t->process) : cJSON_CreateNull()},
        {"objective", from_text(&t->objective)},
        {"command", from_json(&t->command)},
        {"started_in", from_text(&t->folder)},
        {"started", from_text(&t->started)},
        {"version", from_text(&t->version)},
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
        {"stop", from_text(&t->stop)},
        {"stop_text", from_text(&t->stop_text)},
        {"trust", from_text(&t->trust)},
        {"trust_text", from_text(&t->trust_text)},
    };
    cJSON *object = cJSON_CreateObject();
    const int complete = json_add_fields(object, fields, sizeof fields / sizeof *fields);
    return json_print(object, complete);
}
