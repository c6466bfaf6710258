/* SPDX-License-Identifier: MIT
 *
 * The result as one line of JSON. */
#include "base/json_values.h"
#include "report/report.h"

/* Makes a list of rows from a d x d matrix. */
static cJSON *from_matrix(const double *m, size_t d)
{
    cJSON *rows = cJSON_CreateArray();
    for (size_t i = 0; i < d; i++) json_append(rows, json_from_reals(m + i * d, d));
    return rows;
}

static cJSON *from_correlations(const report *r)
{
    char a[VARIABLES_NAME_SIZE], b[VARIABLES_NAME_SIZE];
    cJSON *list = cJSON_CreateArray();
    for (size_t k = 0; k < r->n_correlations; k++) {
        const correlation *c = &r->correlations[k];
        const json_field pair[] = {{"a", json_from_string(variables_name(r->variables, c->i, a))},
                                   {"b", json_from_string(variables_name(r->variables, c->j, b))},
                                   {"r", json_from_real(c->r)}};
        cJSON *object = cJSON_CreateObject();
        json_add_fields(object, pair, sizeof pair / sizeof *pair);
        json_append(list, object);
    }
    return list;
}

/* Adds the answer, and the evaluations that it took. */
static void add_answer(cJSON *object, const report *r)
{
    const nes_result *s = &r->result;
    const json_field answer[] = {
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
        {"nonfinite", json_from_count(s->nonfinite)},
        {"generations", json_from_count(s->generations)},
        {"restarts", json_from_count(s->restarts)},
        {"challenges", json_from_count(s->challenges)},
        {"best_evaluation", json_from_count(s->best_evaluation)},
        {"best_run", json_from_count(s->best_run)},
        {"popsize", json_from_count(r->popsize)},
    };
    json_add_fields(object, answer, sizeof answer / sizeof *answer);
}

/* Adds the state of the search, and why it ended. A field that the run does not have gets a null
 * name. */
static void add_end(cJSON *object, const report *r)
{
    const nes_result *s = &r->result;
    const bool places = r->places.places > 0;
    const json_field end[] = {
        {"sigma", json_from_real(s->sigma)},
        {"condition", json_from_real(r->condition)},
        {"stop", json_from_string(report_stop_name(r))},
        {"stop_text", json_from_string(s->stop_text)},
        {"trust", json_from_string(nes_trust_name(s->trust))},
        {"trust_text", json_from_string(s->trust_text)},
        {"seconds", json_from_real(r->seconds)},
        {places ? "places" : NULL, json_from_count(r->places.places)},
        {r->places.ranks > 0 ? "ranks" : NULL, json_from_count((uint64_t)r->places.ranks)},
        {places ? "idle" : NULL, json_from_real(r->places.idle)},
        {"correlations", from_correlations(r)},
        {"failures", failure_kinds_json(r->failures, r->n_failures)},
        {"folder", json_from_string(r->folder)},
    };
    json_add_fields(object, end, sizeof end / sizeof *end);
}

/* Adds fields that only some runs have, likewise. */
static void add_rest(cJSON *object, const report *r)
{
    const nes_result *s = &r->result;
    const bool named = report_has_table(r), repeats = r->at_mean.n > 0;
    const json_field rest[] = {
        {named ? "names" : NULL, named ? variables_json(r->variables, s->dim) : NULL},
        {named ? "best" : NULL, named ? variables_named_json(r->variables, s->best_x) : NULL},
        {r->probabilities ? "probabilities" : NULL,
         probabilities_json(r->probabilities, r->variables)},
        {r->launched ? "started_again" : NULL, json_from_count(r->lost)},
        {r->leaves ? "late" : NULL, json_from_count(r->late)},
        {r->modelled > 0 ? "modelled" : NULL, json_from_count(r->modelled)},
        {r->spared > 0 ? "spared" : NULL, json_from_count(r->spared)},
        {r->known > 0 ? "known" : NULL, json_from_count(r->known)},
        {r->effects.n > 0 ? "effects" : NULL, effects_json(&r->effects, r->variables)},
        {r->given > 0 ? "given" : NULL, json_from_count(r->given)},
        {r->given > 0 ? "best_is_given" : NULL, cJSON_CreateBool(r->best_given)},
        {r->noisy ? "noise_free_f" : NULL, json_from_real(r->exact)},
        {repeats ? "mean_f" : NULL, json_from_real(r->at_mean.mean)},
        {repeats && r->constrained.m > 0 ? "mean_violations" : NULL,
         json_from_count(r->at_mean.violations)},
        {repeats ? "noise" : NULL, json_from_real(r->at_mean.sd)},
        {r->theta ? "theta" : NULL, r->theta ? json_from_reals(r->theta, r->n_theta) : NULL},
        {r->covariance ? "covariance" : NULL,
         r->covariance ? from_matrix(r->covariance, s->dim) : NULL},
    };
    json_add_fields(object, rest, sizeof rest / sizeof *rest);
}

void report_json(const report *r)
{
    cJSON *object = cJSON_CreateObject();
    add_answer(object, r);
    for (size_t i = 0; i < RATES; i++) json_add(object, rate_names[i], json_from_real(r->rates[i]));
    constrained_json(&r->constrained, object);
    add_end(object, r);
    add_rest(object, r);
    json_print(object);
}
