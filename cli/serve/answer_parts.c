/* SPDX-License-Identifier: MIT
 *
 * The search distribution and the last failures of a run; see serve/answers.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_values.h"
#include "options/shown.h"
#include "report/report.h"
#include "serve/answers.h"
#include "serve/reading.h"
#include "store/bounded_state.h"

enum { SHAPE_VARIABLES = 100, FAILURES_SHOWN = 100 };

/* Closes an object whose fields are there, with what was said. */
static void finish(cJSON *object, buffer *said, buffer *to)
{
    if (said->n > 0) json_add(object, "error", cJSON_CreateString(said->text));
    json_write(object, to);
    buffer_free(said);
}

/* ---- distribution ---------------------------------------------------------------------------- */

static cJSON *covariance_of(nes_opt *o, const variables *v)
{
    double *c = v->n <= SHAPE_VARIABLES ? report_covariance(o, v) : NULL;
    if (c == NULL) return cJSON_CreateNull();
    cJSON *rows = cJSON_CreateArray();
    for (size_t i = 0; i < v->n; i++) json_append(rows, json_from_reals(c + i * v->n, v->n));
    free(c);
    return rows;
}

static void add_shape(cJSON *object, nes_opt *o, const variables *v)
{
    nes_result r;
    shown_room room = {.room = 0};
    json_add(object, "covariance", covariance_of(o, v));
    if (nes_get_result(o, &r) != NES_OK || r.dim != v->n) return;
    shown_result(&room, v, &r);
    json_add(object, "mean", json_from_reals(r.mean_x, r.dim));
    json_add(object, "std", json_from_reals(r.std_x, r.dim));
    shown_close(&room);
}

static int read_shape(store *s, void *data)
{
    bounded_state b;
    variables v;
    store_begin(s);
    store_get_variables(s, &v);
    const uint64_t round = bounded_state_read(&b, s);
    bounded_state_warn(&b, store_folder(s));
    json_add(data, "round", json_from_count(round));
    if (b.opt != NULL && store_status(s) == 0) add_shape(data, b.opt, &v);
    bounded_state_close(&b);
    variables_close(&v);
    return store_commit(s, false);
}

void answer_shape(const char *folder, buffer *to)
{
    buffer said = {.text = NULL};
    cJSON *object = cJSON_CreateObject();
    reading_do(folder, read_shape, object, &said);
    finish(object, &said, to);
}

/* ---- failures -------------------------------------------------------------------------------- */

static int take_failure(const store_evaluation *e, void *data)
{
    char name[NES_POINT_NAME_SIZE], id[24];
    const eval_record *r = &e->record;
    snprintf(id, sizeof id, "%" PRIu64, r->id);
    const json_field fields[] = {
        {"round", json_from_count(e->round)},
        {"id", json_from_string(id)},
        {"point", json_from_string(nes_point_name(r->id, name, sizeof name))},
        {"failure", json_from_string(r->failure)},
        {"said", json_from_string(r->said)},
        {"seconds", json_from_real(r->seconds)},
        {"x", json_from_reals(e->x, e->dim)},
    };
    cJSON *object = cJSON_CreateObject();
    json_add_fields(object, fields, sizeof fields / sizeof *fields);
    json_append(data, object);
    return 0;
}

static int read_failures(store *s, void *data)
{
    return store_each_failed(s, FAILURES_SHOWN, take_failure, data);
}

void answer_failures(const char *folder, buffer *to)
{
    buffer said = {.text = NULL};
    cJSON *object = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(object, "rows");
    reading_do(folder, read_failures, list, &said);
    finish(object, &said, to);
}
