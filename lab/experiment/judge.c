/* SPDX-License-Identifier: MIT
 *
 * From descriptions to claims, tables, notes and figures; see experiment/judge.h. */
#include "experiment/judge.h"

#include <string.h>

#include "experiment/agreement.h"
#include "experiment/draw.h"

static const char *column_text(sqlite3_stmt *q, int i)
{
    const char *text = i < sqlite3_column_count(q) ? (const char *)sqlite3_column_text(q, i) : NULL;
    return text == NULL ? "" : text;
}

static void add_claim(study *s, const scope *rows, const node *v, experiment_report *r)
{
    const char *only = study_text(rows, v, "only");
    sqlite3_stmt *q = study_select(s, rows, tree_get(v, "measured"));
    while (study_step(s, q)) {
        const bool unclear = sqlite3_column_type(q, 0) == SQLITE_TEXT ||
                             (s->quick && only != NULL && strcmp(only, "full") == 0);
        const verdict holds = verdict_of(sqlite3_column_int(q, 0) != 0);
        report_claim(r, unclear ? VERDICT_NOT_COMPARABLE : holds,
                     sqlite3_column_count(q) > 2 ? column_text(q, 2) : study_text(rows, v, "claim"),
                     column_text(q, 1));
    }
    sqlite3_finalize(q);
}

static void add_agreement(study *s, const scope *rows, const node *v, experiment_report *r)
{
    agreement a = {.n = 0};
    sqlite3_stmt *q = study_select(s, rows, tree_get(v, "differences"));
    while (study_step(s, q))
        agreement_add(&a, study_real(q, 0), study_real(q, 1), column_text(q, 2));
    sqlite3_finalize(q);
    report_agreement(r, &a, study_text(rows, v, "agreement"));
}

/* Adds the first column of all rows by a function of the report. */
static void add_texts(study *s, const scope *rows, const node *sql, experiment_report *r,
                      void (*add)(experiment_report *r, const char *text))
{
    sqlite3_stmt *q = study_select(s, rows, sql);
    while (study_step(s, q)) add(r, column_text(q, 0));
    sqlite3_finalize(q);
}

static void add_item(study *s, const scope *rows, const node *v, void *data)
{
    experiment_report *r = data;
    const char *text;
    if (tree_get(v, "measured") != NULL) add_claim(s, rows, v, r);
    if (tree_get(v, "agreement") != NULL) add_agreement(s, rows, v, r);
    if ((text = study_text(rows, v, "head")) != NULL) report_row(r, text);
    if (tree_get(v, "rows") != NULL) add_texts(s, rows, tree_get(v, "rows"), r, report_row);
    if ((text = study_text(rows, v, "note")) != NULL) report_note(r, text);
    if (tree_get(v, "text") != NULL) add_texts(s, rows, tree_get(v, "text"), r, report_note);
    if ((text = study_text(rows, v, "figure")) != NULL)
        report_figure(r, text, study_text(rows, v, "caption"), draw_figure(s, rows, v));
}

int judge(study *s, experiment_report *r)
{
    const node *list = tree_get(s->experiment->description, "report");
    study_derive(s);
    for (size_t i = 0; list != NULL && i < list->n; i++)
        study_each(s, NULL, list->item[i], add_item, r);
    return s->status;
}
