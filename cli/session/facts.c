/* SPDX-License-Identifier: MIT
 *
 * Facts in the database as texts and JSON; see session/facts.h. */
#include "session/facts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/json_values.h"
#include "base/text.h"
#include "options/args.h"

static int no_memory(void)
{
    return text_error(EXIT_FILES, "no memory for the facts of the run");
}

/* Writes and deletes a JSON value; null: there was no memory. */
static int set_json(store *s, const char *name, cJSON *value)
{
    char *text = value == NULL ? NULL : cJSON_PrintUnformatted(value);
    const int status = text == NULL ? no_memory() : store_set_fact(s, name, text);
    cJSON_free(text);
    cJSON_Delete(value);
    return status;
}

static int set_real(store *s, const char *name, double value)
{
    char text[TEXT_NUMBER_SIZE];
    return store_set_fact(s, name, text_number(value, text));
}

/* Whether the argument is an option whose value is a list of numbers: --x0, or --x0=... */
static bool is_list(const char *argument)
{
    char name[64];
    if (strncmp(argument, "--", 2) != 0) return false;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(argument + 2, "="), argument + 2);
    return strcmp(name, "x0") == 0 || strcmp(name, "sigma") == 0 ||
           args_array_number(name) < ARGS_ARRAYS;
}

/* The argument with the content of the file in the place of @FILE, whose path begins at `at`: the
 * run no longer needs the file. */
static cJSON *json_from_file(const char *argument, const char *at)
{
    buffer content = {.text = NULL}, text = {.text = NULL};
    if (file_read(at + 1, &content) != 0) return json_from_string(argument);
    buffer_print(&text, "%.*s%s", (int)(at - argument), argument,
                 content.n > 0 ? content.text : "");
    for (size_t i = 0; i < text.n; i++)
        if (text.text[i] == '\n') text.text[i] = ' ';
    cJSON *json = text.failed ? NULL : json_from_string(text.text);
    buffer_free(&content);
    buffer_free(&text);
    return json;
}

/* The command line. What follows "--" is a program's. */
static cJSON *json_from_command(int n, char **argv)
{
    cJSON *list = cJSON_CreateArray();
    bool ours = true;
    for (int i = 0; i < n; i++) {
        const char *equals = strchr(argv[i], '=');
        const char *at = i > 0 && strchr(argv[i - 1], '=') == NULL && is_list(argv[i - 1]) ? argv[i]
                         : equals != NULL && is_list(argv[i]) ? equals + 1
                                                              : NULL;
        ours = ours && strcmp(argv[i], "--") != 0;
        const bool file = ours && at != NULL && at[0] == '@';
        if (json_append(list, file ? json_from_file(argv[i], at) : json_from_string(argv[i])))
            continue;
        cJSON_Delete(list);
        return NULL;
    }
    return list;
}

static int set_now(store *s, const char *name)
{
    char text[32];
    const time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return store_set_fact(s, name, text);
}

static int set_folder(store *s)
{
    char *folder = getcwd(NULL, 0);
    const int status = folder == NULL ? text_error(EXIT_FILES, "the working folder has no name")
                                      : store_set_fact(s, "folder", folder);
    free(folder);
    return status;
}

int facts_begin(store *s, const facts_origin *from, const run_setup *setup)
{
    int status = set_json(s, "command", json_from_command(from->argc, from->argv));
    if (status == 0) status = set_folder(s);
    if (status == 0 && from->job.n > 0) status = store_set_fact(s, "job", from->job.text);
    if (status == 0) status = store_set_fact(s, "version", nes_version());
    if (status == 0) status = store_set_fact(s, "objective", setup->name);
    if (status == 0)
        status = store_set_fact(s, "maximize", setup->settings.maximize ? "yes" : "no");
    if (status == 0) status = set_now(s, "started");
    if (status == 0) status = store_set_fact(s, "status", "running");
    if (status == 0) status = store_set_variables(s, &setup->objective.variables, &setup->settings);
    return status;
}

int facts_settings(store *s, const nes_opt *o)
{
    cJSON *object = cJSON_CreateObject();
    int complete = object != NULL;
    for (size_t i = 0; i < nes_option_count(); i++) {
        const nes_option *option = nes_option_at(i);
        char text[256];
        if (option->type == NES_TYPE_ARRAY || strcmp(option->section, "driver") == 0) continue;
        if (nes_get(nes_get_settings(o), option->name, text, sizeof text) != NES_OK) continue;
        complete &= json_add(object, option->name, json_from_string(text));
    }
    if (complete) return set_json(s, "settings", object);
    cJSON_Delete(object);
    return no_memory();
}

static int read_command(const buffer *text, facts_origin *to)
{
    cJSON *list = cJSON_Parse(text->n > 0 ? text->text : "");
    const int n = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    int status = n > 0 ? 0 : text_error(EXIT_FILES, "the command of the run cannot be read");
    to->argv = calloc((size_t)n + 1, sizeof *to->argv);
    if (to->argv == NULL) status = no_memory();
    const cJSON *item = n > 0 ? list->child : NULL;
    for (int i = 0; status == 0 && i < n; i++, item = item->next) {
        const char *word = cJSON_GetStringValue(item);
        to->argv[i] = word == NULL ? NULL : strdup(word);
        if (to->argv[i] == NULL) status = no_memory();
        to->argc = i + 1;
    }
    cJSON_Delete(list);
    return status;
}

static int read_real(store *s, const char *name, double otherwise, double *value)
{
    buffer text = {.text = NULL};
    const int status = store_get_fact(s, name, &text);
    *value = text.n > 0 ? strtod(text.text, NULL) : otherwise;
    buffer_free(&text);
    return status;
}

static int read_count(store *s, const char *name, uint64_t *value)
{
    buffer text = {.text = NULL};
    const int status = store_get_fact(s, name, &text);
    *value = text.n > 0 ? strtoull(text.text, NULL, 10) : 0;
    buffer_free(&text);
    return status;
}

int facts_read(store *s, facts_origin *to)
{
    buffer command = {.text = NULL};
    memset(to, 0, sizeof *to);
    int status = store_get_fact(s, "command", &command);
    if (status == 0 && command.n == 0)
        status = text_error(EXIT_USAGE,
                            "the run in %s was interrupted before it began; start it again by its "
                            "`nes run` command",
                            store_folder(s));
    if (status == 0) status = read_command(&command, to);
    if (status == 0) status = store_get_fact(s, "folder", &to->folder);
    if (status == 0) status = store_get_fact(s, "job", &to->job);
    if (status == 0) status = read_real(s, "seconds", 0, &to->seconds);
    if (status == 0) status = read_real(s, "exact", NAN, &to->exact);
    if (status == 0) status = read_real(s, "exact_target", NAN, &to->target);
    if (status == 0) status = read_count(s, "draws", &to->draws);
    buffer_free(&command);
    return status;
}

void facts_free(facts_origin *f)
{
    for (int i = 0; i < f->argc; i++) free(f->argv[i]);
    free(f->argv);
    buffer_free(&f->job);
    buffer_free(&f->folder);
}

int facts_so_far(store *s, double seconds, const noisy_problem *j)
{
    char draws[24];
    int status = set_real(s, "seconds", seconds);
    if (status != 0 || j->problem == NULL) return status;
    snprintf(draws, sizeof draws, "%" PRIu64, j->noise.evaluation);
    status = store_set_fact(s, "draws", draws);
    return status == 0 && !isnan(j->best) ? set_real(s, "exact", j->best) : status;
}

int facts_target(store *s, double target)
{
    return set_real(s, "exact_target", target);
}

int facts_end(store *s, const char *status_word, const char *stop, const nes_result *r,
              double seconds, double exact)
{
    const bool ended = r->stop != NES_RUNNING;
    int status = store_set_fact(s, "status", status_word);
    if (status == 0) status = store_set_fact(s, "stop", stop);
    if (status == 0) status = store_set_fact(s, "stop_text", ended ? r->stop_text : "");
    if (status == 0) status = store_set_fact(s, "trust", nes_trust_name(r->trust));
    if (status == 0) status = store_set_fact(s, "trust_text", r->trust_text);
    if (status == 0) status = set_real(s, "best_f", r->best_f);
    if (status == 0) status = set_json(s, "best_x", json_from_reals(r->best_x, r->dim));
    if (status == 0 && !isnan(seconds)) status = set_real(s, "seconds", seconds);
    if (status == 0 && !isnan(exact)) status = set_real(s, "exact", exact);
    return status;
}
