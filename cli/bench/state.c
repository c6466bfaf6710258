/* SPDX-License-Identifier: MIT
 *
 * Settings as JSON and runs as bytes; see bench/state.h. */
#include "bench/state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"

static const char FORMAT[] = "nes bench 1";

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

int bench_state_add(const bench_plan *p, cJSON *object)
{
    writing w = {object, 1};
    bench_plan_each(p, write_setting, &w);
    return w.complete;
}

void bench_state_write(const bench_plan *p, buffer *json)
{
    cJSON *o = cJSON_CreateObject();
    int complete = json_add(o, "format", json_from_string(FORMAT));
    complete &= json_add(o, "version", json_from_string(nes_version()));
    complete &= bench_state_add(p, o);
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
    const char *folder;
    int status;
} settings_check;

/* A setting's name as one would give it. */
static void option_text(const char *name, char *text, size_t size)
{
    char hyphens[64];
    snprintf(text, size, "%s%s", strcmp(name, "suite") == 0 ? "" : "--",
             text_replace(name, '_', '-', hyphens, sizeof hyphens));
}

static void differ(settings_check *c, const char *name, const char *there, const char *here)
{
    char option[80];
    option_text(name, option, sizeof option);
    c->status = text_error(
        EXIT_FILES,
        "%s belongs to another bench: %s is %s there and %s here; give the settings it was begun "
        "with to go on with it, or another folder by --out",
        c->folder, option, there == NULL ? "at its default" : there,
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

static int compare_all(const bench_plan *p, cJSON *there)
{
    settings_check c = {there, p->out.text, EXIT_OK};
    const char *version = cJSON_GetStringValue(cJSON_GetObjectItem(there, "version"));
    bench_plan_each(p, compare_setting, &c);
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

int bench_state_check(const bench_plan *p, const char *path)
{
    buffer content;
    const int error = file_read(path, &content);
    if (error != 0) return text_error(EXIT_FILES, "%s cannot be read: %s", path, strerror(error));
    cJSON *there = content.text == NULL ? NULL : cJSON_Parse(content.text);
    buffer_free(&content);
    const char *format = cJSON_GetStringValue(cJSON_GetObjectItem(there, "format"));
    const int status = format == NULL || strcmp(format, FORMAT) != 0
                           ? text_error(EXIT_FILES,
                                        "%s does not hold the settings of a bench; name another "
                                        "folder by --out",
                                        path)
                           : compare_all(p, there);
    cJSON_Delete(there);
    return status;
}

/* FNV-1a over the bytes, going on from h. */
static uint64_t checksum(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < n; i++) h = (h ^ b[i]) * UINT64_C(0x100000001b3);
    return h;
}

static const uint64_t CHECKSUM_START = UINT64_C(0xcbf29ce484222325);

void bench_state_pack(const coco_log *l, buffer *content)
{
    char figures[128];
    const int n = snprintf(figures, sizeof figures, "nes-run %" PRIu64 " %.17g %zu %zu",
                           l->evaluations, coco_log_precision(l), l->dat.n, l->tdat.n);
    uint64_t sum = checksum(CHECKSUM_START, figures, (size_t)n);
    sum = checksum(sum, l->dat.text, l->dat.n);
    sum = checksum(sum, l->tdat.text, l->tdat.n);
    buffer_print(content, "%s %016" PRIx64 "\n", figures, sum);
    buffer_add(content, l->dat.text, l->dat.n);
    buffer_add(content, l->tdat.text, l->tdat.n);
}

bool bench_state_unpack(bench_kept *k)
{
    const char *text = k->content.text;
    const char *end = text == NULL ? NULL : memchr(text, '\n', k->content.n);
    uint64_t sum;
    int figures = 0;
    if (end == NULL || sscanf(text, "nes-run %" SCNu64 " %lf %zu %zu%n %" SCNx64, &k->evaluations,
                              &k->precision, &k->n_dat, &k->n_tdat, &figures, &sum) != 5)
        return false;
    const size_t begin = (size_t)(end + 1 - text), n = k->content.n - begin;
    if (k->n_dat > n || k->n_tdat != n - k->n_dat) return false;
    k->dat = end + 1;
    k->tdat = k->dat + k->n_dat;
    return checksum(checksum(CHECKSUM_START, text, (size_t)figures), k->dat, n) == sum;
}
