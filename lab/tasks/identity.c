/* SPDX-License-Identifier: MIT
 *
 * Settings as JSON, written and compared; see tasks/identity.h. */
#include "tasks/identity.h"

#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "nes/nes.h"

/* The settings being put into an object. */
typedef struct writing {
    cJSON *object;
    int complete;
} writing;

static void write_setting(const char *name, const char *text, void *data)
{
    writing *w = data;
    w->complete &= json_add(w->object, name, json_from_string(text));
}

const char *task_identity_noun(const task_identity *id)
{
    return id->noun != NULL ? id->noun : id->word;
}

int task_identity_add(const task_identity *id, cJSON *object)
{
    writing w = {object, 1};
    id->each(id->plan, write_setting, &w);
    return w.complete;
}

/* "nes bench 1" */
static void format_text(const task_identity *id, char *text, size_t size)
{
    snprintf(text, size, "nes %s 1", id->word);
}

void task_identity_write(const task_identity *id, buffer *json)
{
    char format[64];
    format_text(id, format, sizeof format);
    cJSON *o = cJSON_CreateObject();
    int complete = json_add(o, "format", json_from_string(format));
    complete &= json_add(o, "version", json_from_string(nes_version()));
    complete &= task_identity_add(id, o);
    char *text = complete ? cJSON_Print(o) : NULL;
    json->failed |= text == NULL;
    if (text != NULL) buffer_print(json, "%s\n", text);
    cJSON_free(text);
    cJSON_Delete(o);
}

/* Settings of a plan being compared with those of a folder. Those compared are removed from there,
 * so that at the end it has those that only the folder knows. */
typedef struct settings_check {
    cJSON *there;
    const task_identity *id;
    const char *folder;
    int status;
} settings_check;

/* A setting's name as one would give it; the subject of the command is given without a name. */
static void option_text(const task_identity *id, const char *name, char *text, size_t size)
{
    char hyphens[64];
    snprintf(text, size, "%s%s", strcmp(name, id->subject) == 0 ? "" : "--",
             text_replace(name, '_', '-', hyphens, sizeof hyphens));
}

static void differ(settings_check *c, const char *name, const char *there, const char *here)
{
    char option[80];
    option_text(c->id, name, option, sizeof option);
    c->status = text_error(
        EXIT_FILES,
        "%s belongs to another %s: %s is %s there and %s here; give the settings it was begun "
        "with to go on with it, or another folder by --out",
        c->folder, task_identity_noun(c->id), option, there == NULL ? "at its default" : there,
        here == NULL ? "at its default" : here);
}

static void compare_setting(const char *name, const char *text, void *data)
{
    settings_check *c = data;
    if (c->status != EXIT_OK) return;
    cJSON *item = cJSON_DetachItemFromObjectCaseSensitive(c->there, name);
    const char *there = cJSON_GetStringValue(item);
    if (there == NULL || strcmp(there, text) != 0) differ(c, name, there, text);
    cJSON_Delete(item);
}

static int compare_all(const task_identity *id, const char *folder, cJSON *there)
{
    settings_check c = {there, id, folder, EXIT_OK};
    const char *version = cJSON_GetStringValue(cJSON_GetObjectItem(there, "version"));
    id->each(id->plan, compare_setting, &c);
    if (c.status != EXIT_OK) return c.status;
    if (version == NULL || strcmp(version, nes_version()) != 0)
        return text_error(EXIT_FILES,
                          "%s was begun by nes %s, and this is %s, whose runs may differ; name "
                          "another folder by --out",
                          c.folder, version == NULL ? "(unknown)" : version, nes_version());
    cJSON_DeleteItemFromObject(there, "version");
    cJSON_DeleteItemFromObject(there, "format");
    if (there->child != NULL)
        differ(&c, there->child->string, cJSON_GetStringValue(there->child), NULL);
    return c.status;
}

int task_identity_check(const task_identity *id, const char *folder, const char *path)
{
    buffer content;
    char want[64], reason[FILE_REASON_SIZE];
    format_text(id, want, sizeof want);
    const int error = file_read(path, &content);
    if (error != 0)
        return text_error(EXIT_FILES, "%s cannot be read: %s", path,
                          file_reason(error, FILE_MOST_BYTES, reason));
    cJSON *there = content.text == NULL ? NULL : cJSON_Parse(content.text);
    buffer_free(&content);
    const char *format = cJSON_GetStringValue(cJSON_GetObjectItem(there, "format"));
    const int status = format == NULL || strcmp(format, want) != 0
                           ? text_error(EXIT_FILES,
                                        "%s does not hold the settings of `nes %s`; name another "
                                        "folder by --out",
                                        path, id->word)
                           : compare_all(id, folder, there);
    cJSON_Delete(there);
    return status;
}
