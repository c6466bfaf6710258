/* SPDX-License-Identifier: MIT
 *
 * Where runs stand; see serve/answers.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json_values.h"
#include "base/memory.h"
#include "base/text.h"
#include "options/args.h"
#include "serve/answers.h"
#include "serve/reading.h"
#include "store/changes.h"
#include "store/since.h"
#include "store/standing.h"

enum { SPARKS = 60 }; /* rows of the course in the line of a run, about */

/* What is being read of a run. */
typedef struct view {
    const served *run;
    size_t number;
    cJSON *whole, *brief; /* null: not read yet */
    bool live;
    const variables *names;
    cJSON *list;              /* being filled */
    double evaluations, best; /* of the row of the course that was put on the list last */
} view;

/* ---- limits ---------------------------------------------------------------------------------- */

/* Options in force that the page shows. */
static const char *const LIMITS[] = {"max_evals", "max_time", "target",  "method",
                                     "seed",      "popsize",  "restarts"};

static void set_limits(cJSON *to, const char *set)
{
    char name[ARGS_NAME_SIZE], *copy = memory_text(set), *rest = copy, *line;
    while ((line = text_part(&rest, '\n')) != NULL) {
        const char *value = args_setting(line, name);
        if (value != NULL && cJSON_HasObjectItem(to, name))
            cJSON_ReplaceItemInObjectCaseSensitive(to, name, json_from_string(value));
    }
    free(copy);
}

/* Options that the run was begun with, and those that were changed since. */
static cJSON *limits_of(store *s)
{
    changes c = {.n = 0};
    cJSON *object = cJSON_CreateObject();
    char *text = store_get_fact(s, "settings");
    cJSON *settings = text != NULL ? cJSON_Parse(text) : NULL;
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
        json_add(object, LIMITS[i],
                 json_from_string(
                     cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(settings, LIMITS[i]))));
    changes_read(&c, s);
    for (size_t i = 0; i < c.n; i++) set_limits(object, c.list[i].set);
    changes_close(&c);
    cJSON_Delete(settings);
    free(text);
    return object;
}

/* ---- variables ------------------------------------------------------------------------------- */

static cJSON *values_of(const scale *s)
{
    if (s == NULL || (s->kind != SCALE_CHOICES && s->kind != SCALE_VALUES))
        return cJSON_CreateNull();
    if (s->kind == SCALE_VALUES) return json_from_reals(s->value, s->n);
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < s->n; i++) json_append(list, json_from_string(s->name[i]));
    return list;
}

static int take_variable(const since_variable *of, void *data)
{
    char text[VARIABLES_NAME_SIZE];
    const view *v = data;
    const size_t i = (size_t)cJSON_GetArraySize(v->list);
    if (i >= v->names->n) return 0;
    const scale *s = variables_scale(v->names, i);
    const json_field fields[] = {
        {"name", json_from_string(variables_name(v->names, i, text))},
        {"unit", json_from_string(s != NULL ? s->unit : NULL)},
        {"kind", json_from_string(of->kind)},
        {"lower", json_from_real(of->lower)},
        {"upper", json_from_real(of->upper)},
        {"values", values_of(s)},
    };
    cJSON *object = cJSON_CreateObject();
    json_add_fields(object, fields, sizeof fields / sizeof *fields);
    json_append(v->list, object);
    return 0;
}

/* ---- the course in brief --------------------------------------------------------------------- */

static int take_spark(const course_row *row, void *data)
{
    view *v = data;
    if (!isfinite(row->best)) return 0;
    json_append(v->list, json_from_reals((double[]){(double)row->evaluations, row->best}, 2));
    return 0;
}

static cJSON *sparks_of(view *v, store *s)
{
    uint64_t n, last, stride = 1;
    since_count_generations(s, 0, &n, &last);
    while (n / stride > SPARKS) stride *= 2;
    v->list = cJSON_CreateArray();
    since_each_generation(s, 0, stride, take_spark, v);
    return v->list;
}

/* ---- a run ----------------------------------------------------------------------------------- */

static const char *name_of(const char *folder)
{
    const char *slash = strrchr(folder, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : folder;
}

static cJSON *advice_of(const standing *t, const char *folder)
{
    buffer text = {.text = NULL};
    standing_advise(t, folder, &text);
    cJSON *advice = json_from_string(text.text);
    buffer_free(&text);
    return advice;
}

static void write_brief(view *v, const standing *t, store *s)
{
    const json_field fields[] = {
        {"number", json_from_count(v->number)},
        {"folder", json_from_string(v->run->folder)},
        {"name", json_from_string(name_of(v->run->folder))},
        {"status", json_from_string(standing_name(t))},
        {"objective", json_from_string(t->fact[FACT_OBJECTIVE])},
        {"started", json_from_string(t->fact[FACT_STARTED])},
        {"seconds", json_from_real(t->seconds)},
        {"maximize", cJSON_CreateBool(t->maximize)},
        {"dim", json_from_count(t->names.n)},
        {"evaluations", json_from_count(t->evaluations)},
        {"failed", json_from_count(t->counts.failed)},
        {"best_f", json_from_real(t->best_f)},
        {"feasible", cJSON_CreateBool(!constrained_fails(&t->constrained))},
        {"trust", json_from_string(t->fact[FACT_TRUST])},
        {"limits", limits_of(s)},
        {"sparks", sparks_of(v, s)},
    };
    v->brief = cJSON_CreateObject();
    json_add_fields(v->brief, fields, sizeof fields / sizeof *fields);
}

static void write_whole(view *v, const standing *t, store *s)
{
    v->names = &t->names;
    v->list = cJSON_CreateArray();
    since_each_variable(s, take_variable, v);
    char *outputs = store_get_fact(s, "outputs");
    const json_field fields[] = {
        {"number", json_from_count(v->number)},
        {"name", json_from_string(name_of(v->run->folder))},
        {"advice", advice_of(t, v->run->folder)},
        {"limits", limits_of(s)},
        {"variables", v->list},
        {"constraints", json_from_count(t->constrained.m)},
        {"words", outputs != NULL ? cJSON_Parse(outputs) : cJSON_CreateNull()},
        {"now", json_from_real(t->now)},
    };
    v->whole = standing_json(t, v->run->folder);
    json_add_fields(v->whole, fields, sizeof fields / sizeof *fields);
    free(outputs);
}

static int read_view(store *s, void *data)
{
    view *v = data;
    standing t;
    const int status = standing_open(&t, s);
    v->live = t.word == STANDING_LIVE;
    if (status == 0) write_brief(v, &t, s);
    if (status == 0) write_whole(v, &t, s);
    standing_close(&t);
    return status != 0 ? status : store_status(s);
}

/* A run that cannot be read. */
static cJSON *unread(const view *v, const char *status)
{
    const json_field fields[] = {{"number", json_from_count(v->number)},
                                 {"folder", json_from_string(v->run->folder)},
                                 {"name", json_from_string(name_of(v->run->folder))},
                                 {"status", json_from_string(status)}};
    cJSON *object = cJSON_CreateObject();
    json_add_fields(object, fields, sizeof fields / sizeof *fields);
    return object;
}

/* Replaces a kept text by an object, with what was said. */
static void keep(kept_text *k, cJSON *object, const buffer *said)
{
    buffer_free(&k->text);
    if (said->n > 0) json_add(object, "error", cJSON_CreateString(said->text));
    json_write(object, &k->text);
}

static void refresh(served *run, size_t number)
{
    view v = {.run = run, .number = number};
    buffer said = {.text = NULL};
    const double begin = clock_now();
    const uint64_t stamp = folders_stamp(run->folder);
    const int status = reading_do(run->folder, read_view, &v, &said);
    if (status != 0) {
        cJSON_Delete(v.whole);
        cJSON_Delete(v.brief);
        v.whole = unread(&v, "unreadable");
        v.brief = unread(&v, "unreadable");
    }
    run->live = v.live;
    keep(&run->whole, v.whole, &said);
    keep(&run->brief, v.brief, &said);
    run->whole.stamp = run->brief.stamp = stamp;
    run->whole.made = run->brief.made = clock_now();
    run->whole.took = run->brief.took = run->whole.made - begin;
    buffer_free(&said);
}

void answer_run(served *run, size_t number, buffer *to)
{
    if (!kept_is_fresh(&run->whole, run, clock_now())) refresh(run, number);
    buffer_add(to, run->whole.text.text, run->whole.text.n);
}

void answer_runs(folders *f, bool control, buffer *to)
{
    static const double most = 1; /* seconds */
    const double begin = clock_now();
    buffer_print(to, "{\"version\":\"%s\",\"control\":%s,\"runs\":[", nes_version(),
                 control ? "true" : "false");
    for (size_t i = 0; i < f->n; i++) {
        served *run = &f->run[i];
        const double now = clock_now();
        if (now - begin < most && !kept_is_fresh(&run->brief, run, now)) refresh(run, i + 1);
        buffer_print(to, "%s", i > 0 ? "," : "");
        if (run->brief.text.n > 0)
            buffer_add(to, run->brief.text.text, run->brief.text.n);
        else
            json_write(unread(&(view){.run = run, .number = i + 1}, "unread"), to);
    }
    buffer_print(to, "]}");
}
