/* SPDX-License-Identifier: MIT
 *
 * Claims, figures, notes and tables of an experiment; see experiment/report.h and
 * experiment/report_write.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/terminal.h"
#include "base/text.h"
#include "experiment/report_write.h"

typedef enum item_kind { ITEM_CLAIM, ITEM_FIGURE, ITEM_NOTE, ITEM_ROW } item_kind;

/* claim: the claim and what was measured; figure: its name and its caption; else one text. */
typedef struct item {
    item_kind kind;
    verdict verdict;
    char *first, *second; /* owned */
} item;

struct experiment_report {
    const experiment *experiment;
    char *folder; /* owned */
    bool quick, failed;
    double seconds;
    int status; /* of the first figure that could not be drawn */
    item *items;
    size_t n;
};

experiment_report *experiment_report_new(const experiment *e, const char *folder, bool quick,
                                         double seconds)
{
    experiment_report *r = calloc(1, sizeof *r);
    if (r == NULL) return NULL;
    *r = (experiment_report){.experiment = e, .quick = quick, .seconds = seconds};
    r->folder = strdup(folder);
    r->failed = r->folder == NULL;
    return r;
}

void experiment_report_free(experiment_report *r)
{
    if (r == NULL) return;
    for (size_t i = 0; i < r->n; i++) {
        free(r->items[i].first);
        free(r->items[i].second);
    }
    free(r->items);
    free(r->folder);
    free(r);
}

const char *verdict_word(verdict v)
{
    static const char *const words[] = {"holds", "does not hold", "not comparable"};
    return words[v];
}

verdict verdict_of(bool holds)
{
    return holds ? VERDICT_HOLDS : VERDICT_FAILS;
}

/* ---- what experiments say ------------------------------------------------------------------- */

static void add_item(experiment_report *r, item_kind kind, verdict v, const char *first,
                     const char *second)
{
    item *more = realloc(r->items, (r->n + 1) * sizeof *more);
    if (more != NULL) r->items = more;
    const item added = {kind, v, strdup(first), strdup(second)};
    r->failed |= more == NULL || added.first == NULL || added.second == NULL;
    if (r->failed) {
        free(added.first);
        free(added.second);
        return;
    }
    r->items[r->n++] = added;
}

void report_claim(experiment_report *r, verdict v, const char *claim, const char *measured)
{
    add_item(r, ITEM_CLAIM, v, claim, measured);
}

void report_note(experiment_report *r, const char *text)
{
    add_item(r, ITEM_NOTE, VERDICT_HOLDS, text, "");
}

void report_row(experiment_report *r, const char *cells)
{
    add_item(r, ITEM_ROW, VERDICT_HOLDS, cells, "");
}

void report_figure(experiment_report *r, const char *name, const char *caption, figure *f)
{
    char *path = file_path(r->folder, name);
    if (r->status == EXIT_OK) /* what stops one stops the others */
        r->status = path == NULL || f == NULL ? text_error(EXIT_FILES, "no memory for a figure")
                                              : figure_draw(f, path);
    free(path);
    figure_free(f);
    add_item(r, ITEM_FIGURE, VERDICT_HOLDS, name, caption);
}

size_t experiment_report_count(const experiment_report *r, verdict v)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++)
        n += r->items[i].kind == ITEM_CLAIM && r->items[i].verdict == v ? 1 : 0;
    return n;
}

/* ---- the files ------------------------------------------------------------------------------ */

/* A field of a CSV file, in quotes; those inside are doubled. */
static void add_field(buffer *b, const char *text)
{
    buffer_add(b, "\"", 1);
    for (; *text != '\0'; text++) buffer_print(b, *text == '"' ? "\"\"" : "%c", *text);
    buffer_add(b, "\"", 1);
}

static void verdicts_csv(const experiment_report *r, buffer *b)
{
    buffer_print(b, "experiment,verdict,claim,measured\n");
    for (size_t i = 0; i < r->n; i++) {
        const item *m = &r->items[i];
        if (m->kind != ITEM_CLAIM) continue;
        buffer_print(b, "%s,%s,", r->experiment->id, verdict_word(m->verdict));
        add_field(b, m->first);
        buffer_add(b, ",", 1);
        add_field(b, m->second);
        buffer_add(b, "\n", 1);
    }
}

static void add_claims(const experiment_report *r, buffer *b)
{
    buffer_print(b, "| claim | measured | verdict |\n|---|---|---|\n");
    for (size_t i = 0; i < r->n; i++)
        if (r->items[i].kind == ITEM_CLAIM)
            buffer_print(b, "| %s | %s | %s |\n", r->items[i].first, r->items[i].second,
                         verdict_word(r->items[i].verdict));
}

/* The line under the head of a table. */
static void add_rule(buffer *b, const char *head)
{
    buffer_print(b, "|---|");
    for (; *head != '\0'; head++)
        if (*head == '|') buffer_print(b, "---|");
    buffer_add(b, "\n", 1);
}

static void add_item_text(const experiment_report *r, size_t i, bool above, buffer *b)
{
    const item *m = &r->items[i];
    const bool goes_on = i > 0 && r->items[i - 1].kind == ITEM_ROW;
    if (m->kind == ITEM_NOTE) buffer_print(b, "\n%s\n", m->first);
    if (m->kind == ITEM_FIGURE)
        buffer_print(b, "\n![%s](%s%s%s.png)\n\n*%s*\n", m->second, above ? r->experiment->id : "",
                     above ? "/" : "", m->first, m->second);
    if (m->kind != ITEM_ROW) return;
    buffer_print(b, "%s| %s |\n", goes_on ? "" : "\n", m->first);
    if (!goes_on) add_rule(b, m->first);
}

void experiment_report_markdown(const experiment_report *r, bool above, buffer *b)
{
    char time[64];
    terminal_duration(r->seconds, time, sizeof time);
    buffer_print(b, "## %s. %s\n\nOf the paper: %s.\n\n%s\n\n", r->experiment->id,
                 r->experiment->title, r->experiment->paper, r->experiment->about);
    add_claims(r, b);
    for (size_t i = 0; i < r->n; i++) add_item_text(r, i, above, b);
    buffer_print(b, "\nCommand: `nes experiment %s --%s`", r->experiment->id,
                 r->quick ? "quick" : "full");
    if (r->seconds >= 0) buffer_print(b, ", %s of processor time", time);
    buffer_print(b, ".\n");
}

void experiment_report_summary(const experiment_report *r, buffer *b)
{
    char time[64] = "";
    if (r->seconds >= 0) terminal_duration(r->seconds, time, sizeof time);
    buffer_print(b, "| %s. %s | %zu | %zu | %zu | %s |\n", r->experiment->id, r->experiment->title,
                 experiment_report_count(r, VERDICT_HOLDS),
                 experiment_report_count(r, VERDICT_FAILS),
                 experiment_report_count(r, VERDICT_NOT_COMPARABLE), time);
}

static int write_file(const experiment_report *r, const char *name, const buffer *b)
{
    char *path = file_path(r->folder, name);
    const int error =
        path == NULL || b->failed || r->failed ? -1 : file_replace(path, b->text, b->n);
    const int status =
        error == 0  ? EXIT_OK
        : error < 0 ? text_error(EXIT_FILES, "no memory for the report")
                    : text_error(EXIT_FILES, "%s cannot be written: %s", path, strerror(error));
    free(path);
    return status;
}

int experiment_report_finish(experiment_report *r)
{
    buffer csv = {.text = NULL}, markdown = {.text = NULL};
    verdicts_csv(r, &csv);
    experiment_report_markdown(r, false, &markdown);
    int status = write_file(r, "verdicts.csv", &csv);
    if (status == EXIT_OK) status = write_file(r, "report.md", &markdown);
    buffer_free(&csv);
    buffer_free(&markdown);
    return status != EXIT_OK ? status : r->status;
}

/* ---- the terminal --------------------------------------------------------------------------- */

void experiment_report_print(const experiment_report *r)
{
    enum { INDENT = 18 };
    printf("%s. %s\n", r->experiment->id, r->experiment->title);
    for (size_t i = 0; i < r->n; i++) {
        const item *m = &r->items[i];
        if (m->kind != ITEM_CLAIM) continue;
        printf("  %-14s  ", verdict_word(m->verdict));
        text_wrap(stdout, INDENT, TEXT_WIDTH, m->first);
        printf("%*s", INDENT, "");
        text_wrap(stdout, INDENT, TEXT_WIDTH, m->second);
    }
    for (size_t i = 0; i < r->n; i++)
        if (r->items[i].kind == ITEM_FIGURE && r->status == EXIT_OK)
            text_print(stdout, "  %-14s  %s/%s.png\n", "figure", r->folder, r->items[i].first);
    text_print(stdout, "  %-14s  %s\n\n", "data", r->folder);
    fflush(stdout);
}

static cJSON *claim_json(const item *m)
{
    cJSON *o = cJSON_CreateObject();
    int complete = json_add(o, "claim", json_from_string(m->first));
    complete &= json_add(o, "measured", json_from_string(m->second));
    complete &= json_add(o, "verdict", json_from_string(verdict_word(m->verdict)));
    return json_whole(o, complete);
}

cJSON *experiment_report_json(const experiment_report *r)
{
    cJSON *o = cJSON_CreateObject(), *claims = cJSON_CreateArray();
    int complete = json_add(o, "experiment", json_from_string(r->experiment->id));
    complete &= json_add(o, "title", json_from_string(r->experiment->title));
    complete &= json_add(o, "size", json_from_string(r->quick ? "quick" : "full"));
    complete &= json_add(o, "folder", json_from_string(r->folder));
    for (size_t i = 0; i < r->n; i++)
        if (r->items[i].kind == ITEM_CLAIM)
            complete &= json_append(claims, claim_json(&r->items[i]));
    complete &= json_add(o, "claims", claims);
    return json_whole(o, complete);
}
