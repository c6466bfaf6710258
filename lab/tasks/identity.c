/* SPDX-License-Identifier: MIT
 *
 * Settings as JSON, written and compared; see tasks/identity.h. */
#include "tasks/identity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "nes/nes.h"

/* ---- adding --------------------------------------------------------------------------------- */

void task_settings_add(cJSON *s, const char *name, const char *text)
{
    if (text != NULL) json_add(s, name, json_from_string(text));
}

void task_settings_add_real(cJSON *s, const char *name, double v)
{
    char text[TEXT_NUMBER_SIZE];
    if (!isnan(v)) task_settings_add(s, name, text_number(v, text));
}

void task_settings_add_run(cJSON *s, const run_options *o, const char *noise)
{
    task_settings_add(s, "noise", noise);
    task_settings_add(s, "x0", o->x0);
    task_settings_add(s, "sigma", o->sigma);
    for (size_t i = 0; args_array_at(i) != NULL; i++)
        task_settings_add(s, args_array_at(i)->name, o->arrays.text[i]);
}

void task_settings_add_changed(cJSON *s, const nes_settings *of)
{
    nes_settings initial;
    nes_settings_default(&initial);
    for (size_t i = 0; i < nes_option_count(); i++) {
        const char *name = nes_option_at(i)->name;
        char text[128], usual[128];
        if (cJSON_HasObjectItem(s, name)) continue;
        if (nes_get(of, name, text, sizeof text) != NES_OK) continue;
        if (nes_get(&initial, name, usual, sizeof usual) != NES_OK) continue;
        if (strcmp(text, usual) != 0) task_settings_add(s, name, text);
    }
}

/* ---- writing -------------------------------------------------------------------------------- */

const char *task_identity_noun(const task_identity *id)
{
    return id->noun != NULL ? id->noun : id->word;
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
    json_add(o, "format", json_from_string(format));
    json_add(o, "version", json_from_string(nes_version()));
    id->add(id->plan, o);
    char *text = cJSON_Print(o);
    buffer_print(json, "%s\n", text);
    cJSON_free(text);
    cJSON_Delete(o);
}

/* ---- comparing ------------------------------------------------------------------------------ */

/* The text of a setting; null: it is at its default. */
static const char *text_of(const cJSON *settings, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(settings, name));
}

/* Refuses a setting that differs. The subject of the command is given without a name. */
static int differ(const task_identity *id, const char *folder, const char *name, const char *there,
                  const char *here)
{
    char hyphens[64];
    return text_error(
        EXIT_FILES,
        "%s belongs to another %s: %s%s is %s there and %s here; give the settings it was begun "
        "with to go on with it, or another folder by --out",
        folder, task_identity_noun(id), strcmp(name, id->subject) == 0 ? "" : "--",
        text_replace(name, '_', '-', hyphens, sizeof hyphens),
        there == NULL ? "at its default" : there, here == NULL ? "at its default" : here);
}

/* What is here is compared, then the version, then what only the folder has. */
static int compare_all(const task_identity *id, const char *folder, const cJSON *there,
                       const cJSON *here)
{
    const cJSON *item;
    const char *version = text_of(there, "version");
    cJSON_ArrayForEach(item, here)
    {
        const char *text = text_of(there, item->string);
        if (text == NULL || strcmp(text, item->valuestring) != 0)
            return differ(id, folder, item->string, text, item->valuestring);
    }
    if (version == NULL || strcmp(version, nes_version()) != 0)
        return text_error(EXIT_FILES,
                          "%s was begun by nes %s, and this is %s, whose runs may differ; name "
                          "another folder by --out",
                          folder, version == NULL ? "(unknown)" : version, nes_version());
    cJSON_ArrayForEach(item, there)
    {
        const bool own =
            strcmp(item->string, "version") == 0 || strcmp(item->string, "format") == 0;
        if (!own && text_of(here, item->string) == NULL)
            return differ(id, folder, item->string, cJSON_GetStringValue(item), NULL);
    }
    return EXIT_OK;
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
    cJSON *here = cJSON_CreateObject();
    const char *format = text_of(there, "format");
    int status;
    id->add(id->plan, here);
    if (format == NULL || strcmp(format, want) != 0)
        status = text_error(EXIT_FILES,
                            "%s does not hold the settings of `nes %s`; name another folder by "
                            "--out",
                            path, id->word);
    else
        status = compare_all(id, folder, there, here);
    buffer_free(&content);
    cJSON_Delete(there);
    cJSON_Delete(here);
    return status;
}
