/* SPDX-License-Identifier: MIT
 *
 * The descriptions of the experiments that are built in: they have nothing but the keys that
 * somebody reads, and plans in both sizes. */
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "experiment/plan.h"
#include "support/check.h"

/* What stands at each level; a list has entries of the next level. */
static const char experiment_keys[] = " id title paper about constants derived tables report ";
static const char table_keys[] = " table labels runs_to cells runs weight suite f d problem start "
                                 "options precision budget number ";
static const char report_keys[] =
    " each claim check if only measured agreement differences head rows note "
    "text figure caption title grid panels ";
static const char panel_keys[] = " each title x y x_scale y_scale x_range y_range x_ticks y_ticks "
                                 "x_low x_high y_low y_high draw inset ";
static const char draw_keys[] =
    " each draw name style line points both steps small band error box dash success budget note x "
    "y rule vertical map low high scale atoms inset ";

static const char *keys_of(const char *list)
{
    if (strcmp(list, "tables") == 0) return table_keys;
    if (strcmp(list, "report") == 0) return report_keys;
    if (strcmp(list, "panels") == 0) return panel_keys;
    return strcmp(list, "draw") == 0 ? draw_keys : NULL;
}

static void check_keys(const char *id, const node *map, const char *known)
{
    char word[64];
    if (tree_get(map, "inset") != NULL) known = panel_keys;
    for (size_t i = 0; i < map->n; i += 2) {
        const char *key = map->item[i]->text;
        const node *value = map->item[i + 1];
        snprintf(word, sizeof word, " %s ", key);
        if (strstr(known, word) == NULL) fail_msg("%s, line %zu: %s?", id, value->line, key);
        if (keys_of(key) == NULL) continue;
        assert_int_equal(value->kind, NODE_LIST);
        for (size_t k = 0; k < value->n; k++) check_keys(id, value->item[k], keys_of(key));
    }
}

static void test_keys(void **state)
{
    const experiment *e;
    size_t n = 0;
    (void)state;
    for (; (e = experiment_at(n)) != NULL; n++) {
        check_keys(e->id, e->description, experiment_keys);
        assert_true(strlen(e->title) > 0 && strlen(e->paper) > 0 && strlen(e->about) > 0);
    }
    assert_int_equal(n, 13);
}

/* The quick version has no more runs of anything than the full one. */
static void test_plans(void **state)
{
    const experiment *e;
    (void)state;
    for (size_t i = 0; (e = experiment_at(i)) != NULL; i++) {
        size_t tasks[2];
        for (int quick = 0; quick < 2; quick++) {
            study s;
            experiment_plan p;
            study_open(&s, e, quick != 0);
            plan_open(&p, &s);
            assert_int_equal(s.status, EXIT_OK);
            assert_true(p.n_cells >= p.n_tables && p.n_tables > 0);
            for (size_t c = 0; c < p.n_cells; c++) assert_true(p.cells[c].labels[0] != '\0');
            tasks[quick] = p.n_tasks;
            plan_close(&p);
            study_close(&s);
        }
        assert_true(tasks[1] <= tasks[0]);
    }
}

static void test_find(void **state)
{
    (void)state;
    assert_string_equal(experiment_find("e10")->id, "E10");
    assert_string_equal(experiment_at(1)->id, "E2");
    assert_null(experiment_find("E99"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_plans),
        cmocka_unit_test(test_find),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
