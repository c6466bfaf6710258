/* SPDX-License-Identifier: MIT
 *
 * The list of changes as JSON; see store/changes.h. */
#include "store/changes.h"

#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/json_values.h"
#include "base/memory.h"
#include "base/text.h"
#include "options/args.h"

static const char NAME[] = "changes"; /* the fact */

int changes_begin(store *s)
{
    return store_set_fact(s, NAME, "[]");
}

/* ---- reading -------------------------------------------------------------------------------- */

static void append(changes *c, uint64_t round, const char *set)
{
    c->list = memory_resize(c->list, c->n + 1, sizeof *c->list);
    c->list[c->n++] = (change){.round = round, .set = memory_text(set)};
}

/* Reads the options of a change to lines. */
static bool read_set(const cJSON *set, buffer *lines)
{
    if (!cJSON_IsObject(set)) return false;
    for (const cJSON *item = set->child; item != NULL; item = item->next) {
        if (!cJSON_IsString(item) || strchr(item->valuestring, '\n') != NULL) return false;
        buffer_print(lines, "%s=%s\n", item->string, item->valuestring);
    }
    return true;
}

static bool read_change(changes *c, const cJSON *item)
{
    static const double MOST = 9007199254740992.0; /* 2^53: counts up to it are exact in JSON */
    const cJSON *round = cJSON_GetObjectItemCaseSensitive(item, "round");
    buffer lines = {.text = NULL};
    const bool good = cJSON_IsNumber(round) && round->valuedouble >= 0 &&
                      round->valuedouble <= MOST &&
                      read_set(cJSON_GetObjectItemCaseSensitive(item, "set"), &lines);
    if (good) append(c, (uint64_t)round->valuedouble, lines.n > 0 ? lines.text : "");
    buffer_free(&lines);
    return good;
}

int changes_read(changes *c, store *s)
{
    char *text = store_get_fact(s, NAME);
    cJSON *list = text != NULL ? cJSON_Parse(text) : NULL;
    bool good = text == NULL || cJSON_IsArray(list);
    *c = (changes){.whole = text != NULL};
    for (const cJSON *item = list != NULL ? list->child : NULL; good && item != NULL;
         item = item->next) {
        const bool unknown = item == list->child && cJSON_IsNull(item);
        if (unknown) c->whole = false;
        good = unknown || read_change(c, item);
    }
    cJSON_Delete(list);
    free(text);
    if (store_status(s) != 0) return store_status(s);
    if (good) return 0;
    return text_error(EXIT_FILES, "the changes of limits in %s/run.db cannot be read",
                      store_folder(s));
}

void changes_close(changes *c)
{
    for (size_t i = 0; i < c->n; i++) free(c->list[i].set);
    free(c->list);
    *c = (changes){.n = 0};
}

/* ---- writing -------------------------------------------------------------------------------- */

static cJSON *json_from_set(const char *set)
{
    cJSON *object = cJSON_CreateObject();
    char *copy = memory_text(set), *rest = copy, *line, name[ARGS_NAME_SIZE];
    while ((line = text_part(&rest, '\n')) != NULL) {
        const char *value = args_setting(line, name);
        if (value != NULL) json_add(object, name, json_from_string(value));
    }
    free(copy);
    return object;
}

static int write_list(const changes *c, store *s)
{
    cJSON *list = cJSON_CreateArray();
    if (!c->whole) json_append(list, cJSON_CreateNull());
    for (size_t i = 0; i < c->n; i++) {
        cJSON *item = cJSON_CreateObject();
        json_add(item, "round", json_from_count(c->list[i].round));
        json_add(item, "set", json_from_set(c->list[i].set));
        json_append(list, item);
    }
    char *text = cJSON_PrintUnformatted(list);
    const int status = store_set_fact(s, NAME, text);
    cJSON_free(text);
    cJSON_Delete(list);
    return status;
}

int changes_add(changes *c, store *s, uint64_t round, const char *set)
{
    append(c, round, set);
    return write_list(c, s);
}

void changes_skip(changes *c, uint64_t round)
{
    while (c->done < c->n && c->list[c->done].round <= round) c->done++;
}

int changes_move(changes *c, store *s, uint64_t round)
{
    if (c->done == c->n) return 0;
    for (size_t i = c->done; i < c->n; i++) c->list[i].round = round;
    return write_list(c, s);
}

/* ---- use ------------------------------------------------------------------------------------ */

const change *changes_next(changes *c, uint64_t round)
{
    if (c->done == c->n || c->list[c->done].round > round) return NULL;
    return &c->list[c->done++];
}

nes_settings changes_settings(const char *set)
{
    nes_settings s;
    char *copy = memory_text(set), *rest = copy, *line, name[ARGS_NAME_SIZE];
    nes_settings_default(&s);
    while ((line = text_part(&rest, '\n')) != NULL) {
        const char *value = args_setting(line, name);
        if (value != NULL && nes_set(&s, name, value) != NES_OK && strcmp(value, "0") == 0)
            nes_set(&s, name, "off"); /* as folders of earlier versions have it */
    }
    free(copy);
    return s;
}

bool changes_precede(store *s, uint64_t round)
{
    changes c;
    bool found = changes_read(&c, s) == 0 && !c.whole;
    for (size_t i = 0; !found && i < c.n; i++) found = c.list[i].round + 1 == round;
    changes_close(&c);
    return found;
}
