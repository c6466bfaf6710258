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
#include "base/memory.h"
#include "base/text.h"
#include "options/args.h"
#include "report/constrained.h"
#include "store/changes.h"

/* Writes and deletes a JSON value. */
static int set_json(store *s, const char *name, cJSON *value)
{
    char *text = cJSON_PrintUnformatted(value);
    const int status = store_set_fact(s, name, text);
    cJSON_free(text);
    cJSON_Delete(value);
    return status;
}

static int set_real(store *s, const char *name, double value)
{
    char text[TEXT_NUMBER_SIZE];
    return store_set_fact(s, name, text_number(value, text));
}

static int set_count(store *s, const char *name, uint64_t n)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, n);
    return store_set_fact(s, name, text);
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

/* The argument with the content of the file in the place of @FILE, which begins at `at`. So the run
 * no longer needs the file. */
static cJSON *json_from_file(const char *argument, const char *at)
{
    buffer content = {.text = NULL}, text = {.text = NULL};
    if (file_read(at + 1, &content) != 0) return json_from_string(argument);
    buffer_print(&text, "%.*s%s", (int)(at - argument), argument,
                 content.n > 0 ? content.text : "");
    for (size_t i = 0; i < text.n; i++)
        if (text.text[i] == '\n') text.text[i] = ' ';
    cJSON *json = json_from_string(text.text);
    buffer_free(&content);
    buffer_free(&text);
    return json;
}

/* The command line as a list of words. Words behind "--" belong to a program and stay as they are.
 */
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
        json_append(list, file ? json_from_file(argv[i], at) : json_from_string(argv[i]));
    }
    return list;
}

int facts_begin(store *s, const facts_origin *from, const run_setup *setup)
{
    char started[32], *folder = getcwd(NULL, 0);
    const time_t now = time(NULL);
    struct tm utc;
    strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    if (folder == NULL)
        return text_error(EXIT_FILES, "the folder that nes was started in has no path");
    store_set_fact(s, "folder", folder);
    free(folder);
    set_json(s, "command", json_from_command(from->argc, from->argv));
    if (from->job.n > 0) store_set_fact(s, "job", from->job.text);
    store_set_fact(s, "version", nes_version());
    store_set_fact(s, "objective", setup->name);
    if (setup->law.file != NULL) store_set_fact(s, "law", setup->law.file);
    store_set_fact(s, "maximize", setup->settings.maximize ? "yes" : "no");
    if (setup->settings.constraints > 0) set_count(s, "constraints", setup->settings.constraints);
    if (setup->objective.named != NULL)
        set_json(s, "outputs", constrained_names(setup->objective.named));
    if (setup->settings.asynchronous) store_set_fact(s, "asynchronous", "yes");
    store_set_fact(s, "started", started);
    store_set_fact(s, "status", "running");
    changes_begin(s);
    return store_set_variables(s, &setup->objective.variables, &setup->settings);
}

cJSON *facts_settings_json(const nes_opt *o)
{
    cJSON *object = cJSON_CreateObject();
    for (size_t i = 0; i < nes_option_count(); i++) {
        const nes_option *option = nes_option_at(i);
        char text[256];
        if (option->type == NES_TYPE_ARRAY || strcmp(option->section, "driver") == 0) continue;
        if (nes_get(nes_get_settings(o), option->name, text, sizeof text) != NES_OK) continue;
        json_add(object, option->name, json_from_string(text));
    }
    return object;
}

int facts_settings(store *s, const nes_opt *o)
{
    return set_json(s, "settings", facts_settings_json(o));
}

/* Reads the command line, a list of words in JSON. */
static int read_command(const char *text, facts_origin *to)
{
    cJSON *list = cJSON_Parse(text);
    const int n = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    to->argv = memory_zeros((size_t)n + 1, sizeof *to->argv);
    for (const cJSON *item = n > 0 ? list->child : NULL; item != NULL; item = item->next) {
        if (!cJSON_IsString(item)) break;
        to->argv[to->argc++] = memory_text(item->valuestring);
    }
    cJSON_Delete(list);
    if (n > 0 && to->argc == n) return 0;
    return text_error(EXIT_FILES, "the command of the run cannot be read");
}

int facts_read(store *s, facts_origin *to)
{
    char *command = store_get_fact(s, "command"), *job = store_get_fact(s, "job"),
         *now = store_get_fact(s, "job_now"), *draws = store_get_fact(s, "draws");
    *to = (facts_origin){.folder = store_get_fact(s, "folder"),
                         .seconds = store_get_real(s, "seconds", 0),
                         .exact = store_get_real(s, "exact", NAN),
                         .target = store_get_real(s, "exact_target", NAN),
                         .draws = draws == NULL ? 0 : strtoull(draws, NULL, 10)};
    if (job != NULL) buffer_print(&to->job, "%s", job);
    if (now != NULL) buffer_print(&to->job_now, "%s", now);
    int status = store_status(s);
    if (status == 0 && command == NULL)
        status = text_error(EXIT_USAGE,
                            "the run in %s was interrupted before it began; start it again by its "
                            "`nes run` command",
                            store_folder(s));
    if (status == 0) status = read_command(command, to);
    free(command);
    free(job);
    free(now);
    free(draws);
    return status;
}

void facts_free(facts_origin *f)
{
    for (int i = 0; i < f->argc; i++) free(f->argv[i]);
    free(f->argv);
    free(f->folder);
    buffer_free(&f->job);
    buffer_free(&f->job_now);
}

int facts_so_far(store *s, double seconds, const noisy_problem *noisy)
{
    const int status = set_real(s, "seconds", seconds);
    if (noisy->problem == NULL) return status;
    set_count(s, "draws", noisy->noise.evaluation);
    return isnan(noisy->best) ? store_status(s) : set_real(s, "exact", noisy->best);
}

int facts_target(store *s, double target)
{
    return set_real(s, "exact_target", target);
}

int facts_end(store *s, const char *status, const char *stop, const nes_result *r, double seconds,
              double exact)
{
    store_set_fact(s, "status", status);
    store_set_fact(s, "stop", stop);
    store_set_fact(s, "stop_text", r->stop != NES_RUNNING ? r->stop_text : "");
    store_set_fact(s, "trust", nes_trust_name(r->trust));
    store_set_fact(s, "trust_text", r->trust_text);
    set_real(s, "best_f", r->best_f);
    store_set_fact(s, "feasible", r->feasible ? "yes" : "no");
    set_json(s, "best_x", json_from_reals(r->best_x, r->dim));
    if (!isnan(seconds)) set_real(s, "seconds", seconds);
    if (!isnan(exact)) set_real(s, "exact", exact);
    return store_status(s);
}
