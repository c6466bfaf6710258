/* SPDX-License-Identifier: MIT
 *
 * Claims, figures, notes and tables of an experiment: from the description to files and to the
 * terminal; see experiment/experiment_report.h. */
#include "experiment/experiment_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "experiment/experiment_figure.h"
#include "stats/sample.h"
#include "tasks/task_folder.h"

typedef enum item_kind { ITEM_CLAIM, ITEM_FIGURE, ITEM_NOTE, ITEM_ROW } item_kind;

/* A claim has its text, what was measured, with its uncertainty, and the bounds that decide, if its
 * words do not have them; a figure its name and its caption; a note a paragraph; a row the cells of
 * a table, separated by "|". The first row of a table is its head. */
typedef struct item {
    item_kind kind;
    claimant of;
    verdict verdict;
    char *first, *second, *bounds; /* owned */
} item;

struct experiment_report {
    const experiment *experiment;
    char *folder; /* owned */
    bool quick;
    double seconds;
    int status; /* exit status of the first figure that could not be drawn */
    item *items;
    size_t n;
};

static const char *const words[] = {[VERDICT_HOLDS] = "holds",
                                    [VERDICT_FAILS] = "does not hold",
                                    [VERDICT_NOT_COMPARABLE] = "not comparable"};
static const char *const sources[] = {[CLAIM_OF_PAPER] = "claim", [CHECK_OF_OURS] = "check"};

/* ---- from the description ------------------------------------------------------------------- */

static void add_item(experiment_report *r, item_kind kind, const char *first, const char *second)
{
    r->items = memory_resize(r->items, r->n + 1, sizeof *r->items);
    r->items[r->n++] =
        (item){.kind = kind, .first = memory_text(first), .second = memory_text(second)};
}

static void add_claim(experiment_report *r, claimant of, verdict v, const char *claim,
                      const char *measured, const char *bounds)
{
    add_item(r, ITEM_CLAIM, claim, measured);
    item *m = &r->items[r->n - 1];
    m->of = of;
    m->verdict = v;
    m->bounds = memory_text(bounds == NULL ? "" : bounds);
}

static const char *column_text(sqlite3_stmt *q, int i)
{
    const char *text = i < sqlite3_column_count(q) ? (const char *)sqlite3_column_text(q, i) : NULL;
    return text == NULL ? "" : text;
}

static void add_claims(study *s, const scope *rows, const node *v, experiment_report *r)
{
    const char *only = study_text(rows, v, "only"), *bounds = study_text(rows, v, "if");
    const claimant of = tree_get(v, "check") != NULL ? CHECK_OF_OURS : CLAIM_OF_PAPER;
    sqlite3_stmt *q = study_select(s, rows, tree_get(v, "measured"));
    while (study_step(s, q)) {
        const bool unclear = sqlite3_column_type(q, 0) == SQLITE_TEXT ||
                             (s->quick && only != NULL && strcmp(only, "full") == 0);
        add_claim(r, of,
                  unclear                         ? VERDICT_NOT_COMPARABLE
                  : sqlite3_column_int(q, 0) != 0 ? VERDICT_HOLDS
                                                  : VERDICT_FAILS,
                  sqlite3_column_count(q) > 2 ? column_text(q, 2)
                                              : study_text(rows, v, sources[of]),
                  column_text(q, 1), bounds);
    }
    sqlite3_finalize(q);
}

static void add_agreement(study *s, const scope *rows, const node *v, experiment_report *r)
{
    agreement a = {.n = 0};
    char measured[256], bounds[128];
    sqlite3_stmt *q = study_select(s, rows, tree_get(v, "differences"));
    while (study_step(s, q)) agreement_add(&a, data_real(q, 0), data_real(q, 1), column_text(q, 2));
    sqlite3_finalize(q);
    snprintf(measured, sizeof measured,
             "%zu values; the largest difference is %+.1f standard errors, %s", a.n, a.largest,
             a.where);
    snprintf(bounds, sizeof bounds,
             "below %.1f standard errors, where chance alone stays in 95 %% of the cases",
             agreement_bound(a.n));
    add_claim(r, CHECK_OF_OURS,
              a.n == 0              ? VERDICT_NOT_COMPARABLE
              : agreement_holds(&a) ? VERDICT_HOLDS
                                    : VERDICT_FAILS,
              study_text(rows, v, "agreement"), measured, bounds);
}

/* Adds an item for every row of a statement, with the first column as its text. */
static void add_texts(study *s, const scope *rows, const node *sql, item_kind kind,
                      experiment_report *r)
{
    sqlite3_stmt *q = study_select(s, rows, sql);
    while (study_step(s, q)) add_item(r, kind, column_text(q, 0), NULL);
    sqlite3_finalize(q);
}

static void add_figure(study *s, const scope *rows, const node *v, experiment_report *r)
{
    const char *name = study_text(rows, v, "figure");
    char *path = file_path(r->folder, name);
    figure *f = draw_figure(s, rows, v);
    if (r->status == EXIT_OK)
        r->status = figure_draw(f, path); /* what stops one stops the others */
    free(path);
    figure_free(f);
    add_item(r, ITEM_FIGURE, name, study_text(rows, v, "caption"));
}

static void add_entry(study *s, const scope *rows, const node *v, void *data)
{
    experiment_report *r = data;
    const char *text;
    if (tree_get(v, "measured") != NULL) add_claims(s, rows, v, r);
    if (tree_get(v, "agreement") != NULL) add_agreement(s, rows, v, r);
    if ((text = study_text(rows, v, "head")) != NULL) add_item(r, ITEM_ROW, text, NULL);
    if (tree_get(v, "rows") != NULL) add_texts(s, rows, tree_get(v, "rows"), ITEM_ROW, r);
    if ((text = study_text(rows, v, "note")) != NULL) add_item(r, ITEM_NOTE, text, NULL);
    if (tree_get(v, "text") != NULL) add_texts(s, rows, tree_get(v, "text"), ITEM_NOTE, r);
    if (study_text(rows, v, "figure") != NULL) add_figure(s, rows, v, r);
}

experiment_report *experiment_report_new(study *s, const char *folder, double seconds)
{
    const node *list = tree_get(s->experiment->description, "report");
    experiment_report *r = memory_zeros(1, sizeof *r);
    *r = (experiment_report){.experiment = s->experiment,
                             .folder = memory_text(folder),
                             .quick = s->quick,
                             .seconds = seconds};
    study_derive(s);
    for (size_t i = 0; list != NULL && i < list->n; i++)
        study_each(s, NULL, list->item[i], add_entry, r);
    return r;
}

void experiment_report_free(experiment_report *r)
{
    for (size_t i = 0; i < r->n; i++) {
        free(r->items[i].first);
        free(r->items[i].second);
        free(r->items[i].bounds);
    }
    free(r->items);
    free(r->folder);
    free(r);
}

static bool is_claim_of(const item *m, claimant of)
{
    return m->kind == ITEM_CLAIM && m->of == of;
}

size_t experiment_report_count(const experiment_report *r, claimant of, verdict v)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++)
        n += is_claim_of(&r->items[i], of) && r->items[i].verdict == v ? 1 : 0;
    return n;
}

/* ---- the files ------------------------------------------------------------------------------ */

/* Appends a field of a CSV file in quotes; quotes inside are doubled. */
static void add_field(buffer *b, const char *text)
{
    buffer_add(b, "\"", 1);
    for (; *text != '\0'; text++) buffer_print(b, *text == '"' ? "\"\"" : "%c", *text);
    buffer_add(b, "\"", 1);
}

static void verdicts_csv(const experiment_report *r, buffer *b)
{
    buffer_print(b, "experiment,kind,verdict,text,measured,holds_if\n");
    for (size_t i = 0; i < r->n; i++) {
        const item *m = &r->items[i];
        if (m->kind != ITEM_CLAIM) continue;
        buffer_print(b, "%s,%s,%s,", r->experiment->id, sources[m->of], words[m->verdict]);
        add_field(b, m->first);
        buffer_add(b, ",", 1);
        add_field(b, m->second);
        buffer_add(b, ",", 1);
        add_field(b, m->bounds);
        buffer_add(b, "\n", 1);
    }
}

/* Appends the table of the claims or, apart from them, of the checks. */
static void print_claims(const experiment_report *r, claimant of, buffer *b)
{
    bool begun = false;
    for (size_t i = 0; i < r->n; i++) {
        const item *m = &r->items[i];
        if (!is_claim_of(m, of)) continue;
        if (!begun)
            buffer_print(b, "%s| %s | measured | holds if | verdict |\n|---|---|---|---|\n",
                         of == CLAIM_OF_PAPER ? "" : "\n",
                         of == CLAIM_OF_PAPER ? "claim of the paper" : "check of our own");
        begun = true;
        buffer_print(b, "| %s | %s | %s | %s |\n", m->first, m->second, m->bounds,
                     words[m->verdict]);
    }
}

/* Appends the line under the head of a table. */
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
    for (int of = 0; of < CLAIMANTS; of++) print_claims(r, (claimant)of, b);
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
    buffer_print(b, "| %s. %s |", r->experiment->id, r->experiment->title);
    for (int of = 0; of < CLAIMANTS; of++)
        for (int v = 0; v < VERDICTS; v++)
            buffer_print(b, " %zu |", experiment_report_count(r, (claimant)of, (verdict)v));
    buffer_print(b, " %s |\n", time);
}

int experiment_report_finish(experiment_report *r)
{
    buffer csv = {.text = NULL}, markdown = {.text = NULL};
    verdicts_csv(r, &csv);
    experiment_report_markdown(r, false, &markdown);
    int status = task_folder_write(r->folder, "verdicts.csv", &csv);
    if (status == EXIT_OK) status = task_folder_write(r->folder, "report.md", &markdown);
    buffer_free(&csv);
    buffer_free(&markdown);
    return status != EXIT_OK ? status : r->status;
}

/* ---- the terminal --------------------------------------------------------------------------- */

/* Prints a paragraph with a word before it, to the right of the verdict. */
static void print_beside(const char *left, const char *word, const char *text)
{
    enum { INDENT = 18 };
    buffer b = {.text = NULL};
    buffer_print(&b, "%s%s", word, text);
    printf("  %-14s  ", left);
    text_wrap(stdout, INDENT, TEXT_WIDTH, b.text);
    buffer_free(&b);
}

static void print_verdict(const item *m)
{
    print_beside(words[m->verdict], m->of == CHECK_OF_OURS ? "check: " : "", m->first);
    print_beside("", "", m->second);
    if (m->bounds[0] != '\0') print_beside("", "holds if: ", m->bounds);
}

void experiment_report_print(const experiment_report *r)
{
    printf("%s. %s\n", r->experiment->id, r->experiment->title);
    for (size_t i = 0; i < r->n; i++)
        if (r->items[i].kind == ITEM_CLAIM) print_verdict(&r->items[i]);
    for (size_t i = 0; i < r->n; i++)
        if (r->items[i].kind == ITEM_FIGURE && r->status == EXIT_OK)
            text_print(stdout, "  %-14s  %s/%s.png\n", "figure", r->folder, r->items[i].first);
    text_print(stdout, "  %-14s  %s\n\n", "data", r->folder);
    fflush(stdout);
}

static cJSON *claim_json(const item *m)
{
    cJSON *o = cJSON_CreateObject();
    json_add(o, "kind", json_from_string(sources[m->of]));
    json_add(o, "claim", json_from_string(m->first));
    json_add(o, "measured", json_from_string(m->second));
    json_add(o, "holds_if", json_from_string(m->bounds));
    json_add(o, "verdict", json_from_string(words[m->verdict]));
    return o;
}

cJSON *experiment_report_json(const experiment_report *r)
{
    cJSON *o = cJSON_CreateObject(), *claims = cJSON_CreateArray();
    json_add(o, "experiment", json_from_string(r->experiment->id));
    json_add(o, "title", json_from_string(r->experiment->title));
    json_add(o, "size", json_from_string(r->quick ? "quick" : "full"));
    json_add(o, "folder", json_from_string(r->folder));
    for (size_t i = 0; i < r->n; i++)
        if (r->items[i].kind == ITEM_CLAIM) json_append(claims, claim_json(&r->items[i]));
    json_add(o, "claims", claims);
    return o;
}
