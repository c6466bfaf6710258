/* SPDX-License-Identifier: MIT
 *
 * Comparing, and keeping what was accepted; see session/accept.h. */
#include "session/accept.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/exit_status.h"
#include "base/json_values.h"
#include "base/memory.h"
#include "base/text.h"
#include "session/command_line.h"
#include "session/job.h"

static const char IDENTITY[] = "identity", ACCEPTED[] = "accepted"; /* facts */

int accept_begin(store *s, const run_options *o)
{
    identity now;
    identity_find(&now, o);
    char *text = identity_print(&now);
    const int status = store_set_fact(s, IDENTITY, text);
    cJSON_free(text);
    identity_close(&now);
    return status;
}

static const char ACCEPT[] = "accept", KEEP[] = "keep";

static bool is_word(const acceptance *a, const char *word)
{
    return a->word != NULL && strcmp(a->word, word) == 0;
}

/* ---- comparing ------------------------------------------------------------------------------ */

enum { TIME_SIZE = 32 };

static const char *print_time(time_t t, char text[TIME_SIZE])
{
    struct tm utc;
    strftime(text, TIME_SIZE, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &utc));
    return text;
}

/* Compares a file with what it was. Appends a sentence where it differs. Of an argument that is
 * gone nobody else would know; whatever else cannot be read is refused by whoever opens it. */
static void compare_file(const identity_file *f, buffer *difference)
{
    char digest[DIGEST_SIZE] = "", written[TIME_SIZE];
    struct stat info;
    if (f->course == IDENTITY_MAY_MOVE) return;
    char *path = identity_path(f);
    if (path == NULL || digest_file(path, digest) != 0 || stat(path, &info) != 0) {
        if (strcmp(f->what, identity_argument) == 0)
            buffer_print(difference, "the %s %s is gone", f->what, f->name);
    } else if (strcmp(digest, f->digest) != 0)
        buffer_print(difference, "the %s %s has changed: it is of %s now", f->what, f->name,
                     print_time(info.st_mtime, written));
    free(path);
}

/* Prints every difference, and lists them. */
static void compare(const identity *before, cJSON *differences)
{
    for (size_t k = 0; k < before->n; k++) {
        buffer difference = {.text = NULL};
        compare_file(&before->file[k], &difference);
        if (difference.n > 0) {
            text_error(0, "%s", difference.text);
            if (before->file[k].course == IDENTITY_MOVED)
                text_error(0,
                           "%s changed while the run was at work: if the program writes it, "
                           "accept that, and it is not compared again",
                           before->file[k].name);
            json_append(differences, json_from_string(difference.text));
        }
        buffer_free(&difference);
    }
}

/* When the folder got what it has: at the start, or when a change was accepted last. To be freed.
 */
static char *since(store *s)
{
    char *text = store_get_fact(s, ACCEPTED);
    cJSON *list = text != NULL ? cJSON_Parse(text) : NULL;
    const cJSON *last = cJSON_GetArrayItem(list, cJSON_GetArraySize(list) - 1);
    const char *when = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(last, "when"));
    char *found = when != NULL ? memory_text(when) : store_get_fact(s, "started");
    cJSON_Delete(list);
    free(text);
    return found;
}

static int refuse(const acceptance *a, store *s)
{
    const char *folder = store_folder(s);
    char *when = since(s);
    text_error(
        0,
        "the values in %s were made with what was there on %s, and others would not be "
        "comparable: put that back, or go on with `%snes %s %s%s --changed=accept`, which the "
        "folder keeps",
        folder, when != NULL ? when : "an earlier day", a->launch != NULL ? a->launch : "",
        a->command, folder, a->launch != NULL ? " --mpi" : "");
    free(when);
    return EXIT_USAGE;
}

/* Refuses differences without the word, which makes them what was accepted. */
static int judge(acceptance *a, store *s, cJSON *differences)
{
    const bool same = cJSON_GetArraySize(differences) == 0;
    if (same || !is_word(a, ACCEPT)) {
        cJSON_Delete(differences);
        return same ? 0 : refuse(a, s);
    }
    a->changed = differences;
    return 0;
}

/* The files as they are now, from the command line of the run. */
static int find_now(acceptance *a, const facts_origin *from, const identity *before)
{
    command_line c;
    identity now;
    int status;
    command_line_again(&c, from, &status);
    if (status == 0) {
        identity_find(&now, &c.options);
        identity_allow(&now, before);
        a->identity = identity_print(&now);
        identity_close(&now);
    }
    command_line_close(&c);
    return status;
}

/* Reads the files that the folder has. Folders of earlier versions have none. */
static int read_before(store *s, identity *before, bool *kept)
{
    char *text = store_get_fact(s, IDENTITY);
    *kept = text != NULL;
    int status = store_status(s);
    if (status == 0 && text != NULL && !identity_read(before, text))
        status = text_error(EXIT_FILES, "the fact identity in %s/run.db cannot be read",
                            store_folder(s));
    free(text);
    return status;
}

/* Takes the problem file as it is now. */
static void take_job(acceptance *a, facts_origin *from, job_news *j, buffer *set)
{
    if (j->limits.n > 0) buffer_print(set, "%s", j->limits.text);
    if (j->text == NULL) return;
    a->job = j->text;
    j->text = NULL;
    buffer_free(&from->job_now);
    buffer_print(&from->job_now, "%s", a->job);
}

int accept_check(acceptance *a, store *s, facts_origin *from, buffer *set)
{
    if (a->word != NULL && !is_word(a, KEEP) && !is_word(a, ACCEPT))
        return text_error(EXIT_USAGE, "--changed '%s': the words are accept and keep", a->word);
    bool kept = false;
    identity before = {.n = 0};
    job_news j = {.differences = cJSON_CreateArray()};
    int status = is_word(a, KEEP) ? 0 : job_compare(&j, from);
    if (status == 0) status = read_before(s, &before, &kept);
    if (status == 0) compare(&before, j.differences);
    if (status == 0)
        status = judge(a, s, j.differences);
    else
        cJSON_Delete(j.differences);
    if (status == 0) take_job(a, from, &j, set);
    if (status == 0 && (!kept || a->changed != NULL)) status = find_now(a, from, &before);
    identity_close(&before);
    job_close(&j);
    return status;
}

int accept_end(store *s)
{
    bool kept;
    identity files = {.n = 0};
    int status = read_before(s, &files, &kept);
    if (status == 0 && identity_watch(&files)) {
        char *text = identity_print(&files);
        status = store_set_fact(s, IDENTITY, text);
        cJSON_free(text);
    }
    identity_close(&files);
    return status;
}

/* ---- keeping -------------------------------------------------------------------------------- */

/* Values of later rounds are of what is there now, as may be some of the round that is open. */
static int add_accepted(acceptance *a, store *s, uint64_t round)
{
    char when[TIME_SIZE];
    uint64_t last = 0;
    int status = store_last_whole_round(s, &last);
    char *text = store_get_fact(s, ACCEPTED);
    cJSON *list = text != NULL ? cJSON_Parse(text) : NULL;
    if (!cJSON_IsArray(list)) {
        cJSON_Delete(list);
        list = cJSON_CreateArray();
    }
    free(text);
    cJSON *item = cJSON_CreateObject();
    json_add(item, "round", json_from_count(last > round ? last : round));
    json_add(item, "when", json_from_string(print_time(time(NULL), when)));
    json_add(item, "changed", a->changed);
    json_append(list, item);
    a->changed = NULL;
    text = cJSON_PrintUnformatted(list);
    if (status == 0) status = store_set_fact(s, ACCEPTED, text);
    cJSON_free(text);
    cJSON_Delete(list);
    return status;
}

int accept_keep(acceptance *a, store *s, uint64_t round)
{
    int status = 0;
    if (a->identity != NULL) status = store_set_fact(s, IDENTITY, a->identity);
    if (status == 0 && a->job != NULL) status = store_set_fact(s, "job_now", a->job);
    if (status == 0 && a->changed != NULL) status = add_accepted(a, s, round);
    accept_close(a);
    return status;
}

void accept_close(acceptance *a)
{
    cJSON_free(a->identity);
    cJSON_Delete(a->changed);
    free(a->job);
    a->identity = a->job = NULL;
    a->changed = NULL;
}
