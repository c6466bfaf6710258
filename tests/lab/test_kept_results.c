/* SPDX-License-Identifier: MIT
 *
 * The report and the results of the full run that are kept, docs/experiments.md and
 * experiments/results, are those of the descriptions as they are now: every text is there, every
 * figure is a file, and the report has the verdicts, counted rightly. An experiment whose full run
 * is older than its description has to say so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "experiment/plan.h"
#include "support/check.h"
#include "support/folder.h"

#define ROOT    NES_TEST_DATA "/../../"
#define RESULTS "experiments/results/"

static void expect(const char *report, const char *id, const char *text)
{
    if (strstr(report, text) == NULL) fail_msg("%s: docs/experiments.md lacks: %s", id, text);
}

/* The texts of an entry of a report that do not depend on what was measured. */
static void check_entry(const char *report, const char *id, const node *entry)
{
    static const char *const keys[] = {"claim", "check", "agreement", "if",
                                       "head",  "note",  "caption",   "figure"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        const node *v = tree_get(entry, keys[k]);
        if (v == NULL || v->kind != NODE_TEXT || tree_is_nothing(v)) continue;
        if (strcmp(keys[k], "figure") != 0) {
            expect(report, id, v->text);
            continue;
        }
        char path[256];
        snprintf(path, sizeof path, ROOT RESULTS "%s/%s.png", id, v->text);
        free(folder_read(path));
        expect(report, id, path + strlen(ROOT));
    }
}

/* The section of an experiment, to be freed. */
static char *section_of(const char *report, const experiment *e)
{
    char head[256];
    snprintf(head, sizeof head, "\n## %s. %s\n", e->id, e->title);
    const char *begin = strstr(report, head);
    if (begin == NULL) {
        fail_msg("docs/experiments.md lacks %s", head);
        return NULL; /* for compilers that do not know that it does not come here */
    }
    const char *end = strstr(begin + 1, "\n## ");
    return strndup(begin, end != NULL ? (size_t)(end - begin) : strlen(begin));
}

static void test_texts(void **state)
{
    (void)state;
    char *report = folder_read(ROOT "docs/experiments.md");
    const experiment *e;
    size_t older = 0;
    for (size_t i = 0; (e = experiment_at(i)) != NULL; i++) {
        const node *list = tree_get(e->description, "report");
        char *section = section_of(report, e);
        expect(section, e->id, e->paper);
        if (strstr(section, "the full run of these is still to be made") != NULL) {
            older++;
        } else {
            expect(section, e->id, e->about);
            for (size_t k = 0; k < list->n; k++)
                if (tree_get(list->item[k], "each") == NULL)
                    check_entry(section, e->id, list->item[k]);
        }
        assert_null(strstr(section, " nan ")); /* what was not published has a dash */
        free(section);
    }
    assert_true(older <= 1);
    free(report);
}

/* Makes a row of a table of `"text","measured","bounds"` and a verdict. */
static void add_row(buffer *b, const char *fields, const char *verdict)
{
    buffer_print(b, "| ");
    for (const char *c = fields + 1; *c != '\0'; c++) {
        if (*c != '"') {
            buffer_print(b, "%c", *c);
        } else if (c[1] == '"') {
            buffer_print(b, "\"");
            c++;
        } else if (c[1] == ',') {
            buffer_print(b, " | ");
            c += 2;
        }
    }
    buffer_print(b, " | %s |\n", verdict);
}

enum { KINDS = 2, VERDICTS = 3 };

/* Looks for the verdicts of an experiment in the report, and counts them. */
static void check_verdicts(const char *report, const char *id, size_t counts[KINDS][VERDICTS])
{
    static const char *const kinds[KINDS] = {"claim", "check"};
    static const char *const verdicts[VERDICTS] = {"holds", "does not hold", "not comparable"};
    char path[256], kind[16], verdict[16], *next;
    snprintf(path, sizeof path, ROOT RESULTS "%s/verdicts.csv", id);
    char *csv = folder_read(path);
    for (char *line = strtok_r(csv, "\n", &next); line != NULL;
         line = strtok_r(NULL, "\n", &next)) {
        int at = 0;
        if (sscanf(line, "%*[^,],%15[^,],%15[^,],%n", kind, verdict, &at) < 2 || line[at] != '"')
            continue; /* the names of the columns */
        buffer row = {.text = NULL};
        add_row(&row, line + at, verdict);
        expect(report, id, row.text);
        buffer_free(&row);
        for (size_t k = 0; k < KINDS; k++)
            for (size_t v = 0; v < VERDICTS; v++)
                counts[k][v] += strcmp(kind, kinds[k]) == 0 && strcmp(verdict, verdicts[v]) == 0;
    }
    free(csv);
}

static void test_verdicts(void **state)
{
    (void)state;
    char *report = folder_read(ROOT "docs/experiments.md");
    const experiment *e;
    for (size_t i = 0; (e = experiment_at(i)) != NULL; i++) {
        size_t counts[KINDS][VERDICTS] = {{0}};
        buffer row = {.text = NULL};
        check_verdicts(report, e->id, counts);
        buffer_print(&row, "| %s. %s |", e->id, e->title);
        for (size_t k = 0; k < KINDS; k++)
            for (size_t v = 0; v < VERDICTS; v++) buffer_print(&row, " %zu |", counts[k][v]);
        expect(report, e->id, row.text);
        buffer_free(&row);
    }
    free(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
