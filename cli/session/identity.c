/* SPDX-License-Identifier: MIT
 *
 * The files that options name; see session/identity.h. */
#include "session/identity.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_values.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "objective/compile.h"
#include "objective/executable.h"
#include "objective/headers.h"

const char identity_argument[] = "argument";
static const char PROGRAM[] = "program";

char *identity_path(const identity_file *f)
{
    return strcmp(f->what, PROGRAM) == 0 ? executable_path(f->name) : memory_text(f->name);
}

static bool is_argument(const identity_file *f)
{
    return strcmp(f->what, identity_argument) == 0;
}

bool identity_watch(identity *i)
{
    bool news = false;
    for (size_t k = 0; k < i->n; k++) {
        identity_file *f = &i->file[k];
        char digest[DIGEST_SIZE];
        if (!is_argument(f) || f->course != IDENTITY_STEADY) continue;
        if (digest_file(f->name, digest) == 0 && strcmp(digest, f->digest) == 0) continue;
        f->course = IDENTITY_MOVED;
        news = true;
    }
    return news;
}

void identity_allow(identity *i, const identity *before)
{
    for (size_t k = 0; k < i->n; k++)
        for (size_t j = 0; j < before->n; j++)
            if (is_argument(&i->file[k]) && before->file[j].course != IDENTITY_STEADY &&
                strcmp(i->file[k].name, before->file[j].name) == 0)
                i->file[k].course = IDENTITY_MAY_MOVE;
}

bool identity_is_on_path(const identity_file *f)
{
    return strcmp(f->what, PROGRAM) == 0 && strchr(f->name, '/') == NULL;
}

/* A course in the list; a null pointer: it is not mentioned. */
static const char *const courses[] = {NULL, "while at work", "by itself"};

static identity_course course_of(const char *word)
{
    for (int c = IDENTITY_MOVED; word != NULL && c <= IDENTITY_MAY_MOVE; c++)
        if (strcmp(word, courses[c]) == 0) return (identity_course)c;
    return IDENTITY_STEADY;
}

static void append(identity *i, const char *what, const char *name, const char *digest)
{
    i->file = memory_resize(i->file, i->n + 1, sizeof *i->file);
    identity_file *f = &i->file[i->n++];
    *f = (identity_file){.what = memory_text(what), .name = memory_text(name)};
    memcpy(f->digest, digest, DIGEST_SIZE);
}

static bool has(const identity *i, const char *name)
{
    for (size_t k = 0; k < i->n; k++)
        if (strcmp(i->file[k].name, name) == 0) return true;
    return false;
}

/* Adds a file, if it is one. */
static void add(identity *i, const char *what, const char *name)
{
    char digest[DIGEST_SIZE];
    const identity_file f = {.what = (char *)what, .name = (char *)name};
    if (has(i, name)) return;
    char *path = identity_path(&f);
    if (path != NULL && digest_file(path, digest) == 0) append(i, what, name, digest);
    free(path);
}

/* A shared library may be followed by the name of a function. */
static void add_library(identity *i, const char *what, const char *name)
{
    const size_t before = i->n;
    char *copy = memory_text(name), *colon = strrchr(copy, ':');
    add(i, what, name);
    if (i->n == before && colon != NULL) {
        *colon = '\0';
        add(i, what, copy);
    }
    free(copy);
}

static void add_code(identity *i, const char *what, const char *name)
{
    if (name != NULL && compile_is_source(name))
        add(i, what, name);
    else if (name != NULL)
        add_library(i, what, name);
}

static void add_header(const char *name, void *data)
{
    add(data, "header", name);
}

/* Adds what a source and those of --cc-flags include. */
static void add_headers(identity *i, const char *name, const char *flags)
{
    if (name != NULL && compile_is_source(name)) headers_find(name, flags, add_header, i);
}

/* Files are arguments of their own, or stand behind the "=" of an option. */
static void add_argument(identity *i, const char *argument)
{
    const size_t before = i->n;
    const char *equals = strchr(argument, '=');
    add(i, identity_argument, argument);
    if (i->n == before && equals != NULL) add(i, identity_argument, equals + 1);
}

static void add_templates(identity *i, const char *list)
{
    char *copy = memory_text(list), *rest = copy, *part;
    while (list != NULL && (part = text_part(&rest, ',')) != NULL) add(i, "template", part);
    free(copy);
}

/* Further sources and libraries that are compiled with the user's own. */
static void add_flags(identity *i, const char *flags)
{
    words w = {.n = 0};
    if (flags == NULL || words_split(&w, flags) != NULL) return;
    for (size_t k = 0; k < w.n; k++) add(i, "source", w.word[k]);
    words_close(&w);
}

void identity_find(identity *i, const run_options *o)
{
    const objective_options *what = &o->objective;
    *i = (identity){.n = 0};
    if (what->command != NULL && what->command[0] != NULL) {
        add(i, PROGRAM, what->command[0]);
        add_templates(i, what->templates);
        for (char **argument = what->command + 1; *argument != NULL; argument++)
            add_argument(i, *argument);
    }
    add_code(i, "source", what->c);
    if (what->plugin != NULL) add_library(i, "plugin", what->plugin);
    add_code(i, "density", o->law.density);
    add_code(i, "radial", o->law.radial);
    add_flags(i, what->cc_flags);
    add_headers(i, what->c, what->cc_flags);
    add_headers(i, o->law.density, what->cc_flags);
    add_headers(i, o->law.radial, what->cc_flags);
}

void identity_close(identity *i)
{
    for (size_t k = 0; k < i->n; k++) {
        free(i->file[k].what);
        free(i->file[k].name);
    }
    free(i->file);
    *i = (identity){.n = 0};
}

char *identity_print(const identity *i)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t k = 0; k < i->n; k++) {
        const identity_file *f = &i->file[k];
        const json_field fields[] = {{"what", json_from_string(f->what)},
                                     {"file", json_from_string(f->name)},
                                     {"sha256", json_from_string(f->digest)}};
        cJSON *item = cJSON_CreateObject();
        json_add_fields(item, fields, sizeof fields / sizeof *fields);
        if (f->course != IDENTITY_STEADY)
            json_add(item, "changes", json_from_string(courses[f->course]));
        json_append(list, item);
    }
    char *text = cJSON_PrintUnformatted(list);
    cJSON_Delete(list);
    return text;
}

static bool read_item(identity *i, const cJSON *item)
{
    const char *what = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "what")),
               *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "file")),
               *digest = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "sha256"));
    if (what == NULL || name == NULL || digest == NULL || strlen(digest) != DIGEST_SIZE - 1)
        return false;
    append(i, what, name, digest);
    i->file[i->n - 1].course =
        course_of(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "changes")));
    return true;
}

bool identity_read(identity *i, const char *text)
{
    cJSON *list = cJSON_Parse(text);
    bool good = cJSON_IsArray(list);
    *i = (identity){.n = 0};
    for (const cJSON *item = good ? list->child : NULL; good && item != NULL; item = item->next)
        good = read_item(i, item);
    cJSON_Delete(list);
    return good;
}
