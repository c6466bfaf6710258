/* SPDX-License-Identifier: MIT
 *
 * The problem file that `nes init` writes: it can be read, and so can every line that it proposes.
 */
#include <stdlib.h>

#include "problem_file/problem_file.h"
#include "problem_file_rig.h"

/* The text of `nes init` is a problem file. */
static void drafts_are_problem_files(void **state)
{
    (void)state;
    static const struct {
        const char *names, *program;
    } drafts[] = {{NULL, NULL}, {"a,b", NULL}, {"a,b", "./s 'it''s \"\\'"}, {NULL, "s {x}"}};
    for (size_t i = 0; i < sizeof drafts / sizeof *drafts; i++) {
        buffer b = {.text = NULL};
        attempt a;
        assert_int_equal(problem_file_draft(&b, "job.yaml", drafts[i].names, drafts[i].program), 0);
        accept(&a, b.text);
        assert_int_equal(a.settings.max_evals, 1000);
        if (drafts[i].names != NULL) assert_string_equal(a.options.objective.names, "a,b");
        if (i == 2) assert_string_equal(a.options.objective.command[1], "its \"\\");
        problem_file_close(&a.j);
        buffer_free(&b);
    }
}

/* Takes the # out of a line such as "  # jobs: 4". False: it is not one. */
static bool uncomment(char *line)
{
    if (strncmp(line, "  # ", 4) != 0) return false;
    const char *name = line + 4;
    if (name[strspn(name, "abcdefghijklmnopqrstuvwxyz-")] != ':') return false;
    memmove(line + 2, line + 4, strlen(line + 4) + 1);
    return true;
}

/* Every line that the text of `nes init` proposes can be used. A second objective is refused as
 * such, which says that it was understood. */
static void proposals_can_be_used(void **state)
{
    (void)state;
    buffer b = {.text = NULL};
    size_t tried = 0;
    assert_int_equal(problem_file_draft(&b, "job.yaml", NULL, NULL), 0);
    for (const char *line = b.text; line != NULL; line = strchr(line, '\n')) {
        attempt a;
        line += *line == '\n';
        char *copy = strdup(b.text);
        assert_non_null(copy);
        if (uncomment(copy + (line - b.text))) {
            tried++;
            const int status = try_text(&a, copy);
            if (status != 0 && strstr(a.error, "both name an objective") == NULL &&
                strstr(a.error, "'expr' is here a second time") == NULL)
                fail_msg("%.60s: %s", line, a.error);
            problem_file_close(&a.j);
        }
        free(copy);
        if (*line == '\0') break;
    }
    assert_true(tried >= 15);
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drafts_are_problem_files),
        cmocka_unit_test(proposals_can_be_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
