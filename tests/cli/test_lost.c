/* SPDX-License-Identifier: MIT
 *
 * Which evaluations got lost, by what srun says of them: the messages are those of Slurm 22.05. And
 * the pauses before they are started again. */
#include "evaluate/lost.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/runs.h"

static program with_launcher(void)
{
    program p = {.n_launch = 1};
    assert_int_equal(exit_codes_read(&p.codes, "77=again"), 0);
    return p;
}

/* Whether the evaluation of a script got lost. */
static bool script_is_lost(const program *p, const char *script, double timeout)
{
    children *r;
    process *of = NULL;
    char *arguments[] = {"sh", "-c", (char *)script, NULL};
    const process_request request = {.path = "/bin/sh", .arguments = arguments, .timeout = timeout};
    assert_int_equal(children_open(&r, 1), 0);
    assert_int_equal(children_start(r, &request, &of), 0);
    while (children_wait(r, 10, &of) != PROCESS_ENDED) {
    }
    const bool lost = lost_is(p, of);
    process_release(of);
    children_close(r);
    return lost;
}

/* A program that wrote these lines to standard error and ended with this status. */
static bool is_lost(const program *p, const char *lines, int status)
{
    char script[4096];
    snprintf(script, sizeof script, "printf '%%s\\n' %s >&2; exit %d", lines, status);
    return script_is_lost(p, script, 0);
}

static void test_messages(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        int status;
        bool lost;
    } cases[] = {
        {"''", 0, false},
        {"''", 3, false},
        {"''", 77, true},
        {"'srun: error: n1: task 0: Exited with exit code 3'", 3, false},
        {"'srun: error: n1: task 0: Segmentation fault'", 139, false},
        {"'srun: error: n1: task 0: Out Of Memory'", 137, false},
        {"'srun: error: n1: task 0: Killed' 'srun: Force Terminated StepId=1.3'", 137, false},
        {"'srun: error: n1: task 0: Terminated' 'srun: Force Terminated StepId=1.4'", 143, true},
        {"'srun: Job step aborted: Waiting up to 32 seconds for job step to finish.' "
         "'slurmstepd: error: *** STEP 1.7 ON n1 CANCELLED AT 2026-01-02T03:04:05 ***' "
         "'srun: error: n1: task 0: Killed'",
         137, true},
        {"'srun: error: n1: task 0: Killed' "
         "'slurmstepd: error: *** STEP 1.7 ON n1 CANCELLED AT 2026-01-02T03:04:05 ***'",
         137, true},
        {"'srun: Job step aborted: Waiting up to 32 seconds for job step to finish.' "
         "'srun: error: n1: task 0: Exited with exit code 9'",
         9, true},
        {"'slurmstepd-n1: error: *** STEP 1.8 ON n1 CANCELLED AT 2026-01-02T03:04:05 DUE TO TIME "
         "LIMIT ***' 'srun: error: n1: task 0: Terminated'",
         143, true},
        /* A step of several tasks, one of which has failed. */
        {"'srun: error: n1: task 2: Exited with exit code 1' "
         "'slurmstepd: error: *** STEP 1.9 ON n1 CANCELLED AT 2026-01-02T03:04:05 ***' "
         "'srun: error: n1: tasks 0-1,3: Killed'",
         1, false},
        {"'srun: error: Node failure on n2'", 0, true},
        {"'srun: error: Unable to create step for job 5: Job/step already completing or "
         "completed'",
         1, true},
        {"'srun: Job 5 step creation temporarily disabled, retrying (Requested nodes are busy)' "
         "'srun: Step created for StepId=5.3'",
         0, false},
        {"'srun: Job 5 step creation temporarily disabled, retrying (Requested nodes are busy)' "
         "'srun: Step created for StepId=5.3' 'srun: error: n1: task 0: Exited with exit code 3'",
         3, false},
        {"'the program says: srun: error: nothing'", 1, false},
    };
    const program p = with_launcher(), alone = {.n_launch = 0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (is_lost(&p, cases[i].lines, cases[i].status) != cases[i].lost)
            fail_msg("case %zu: %s", i, cases[i].lines);
        assert_false(is_lost(&alone, cases[i].lines, cases[i].status));
    }
}

/* Messages of srun come last, behind all that a program may have written. */
static void test_much_written(void **state)
{
    (void)state;
    const program p = with_launcher();
    const char *much =
                   "yes 'a warning' | head -n 20000 >&2; echo 'srun: error: Node failure on n1' "
                   ">&2; exit 0",
               *enough = "yes 'a warning' | head -n 20000 >&2; exit 0";
    assert_true(script_is_lost(&p, much, 0));
    assert_false(script_is_lost(&p, enough, 0));
}

static void test_signals(void **state)
{
    (void)state;
    const program p = with_launcher(), alone = {.n_launch = 0};
    unsetenv("SLURM_JOB_ID");
    static const struct {
        const char *name;
        bool lost;
    } signals[] = {{"TERM", true},  {"INT", true},   {"HUP", true},  {"USR1", true},
                   {"KILL", false}, {"SEGV", false}, {"ABRT", false}};
    /* The process itself, and a command of its shell script. */
    static const char *const scripts[] = {"ulimit -c 0; kill -%s $$; sleep 5",
                                          "ulimit -c 0; sh -c 'kill -%s $$; sleep 5'; exit $?"};
    for (size_t i = 0; i < 2 * (sizeof signals / sizeof *signals); i++) {
        const char *name = signals[i / 2].name;
        const bool lost = signals[i / 2].lost;
        char script[64];
        snprintf(script, sizeof script, scripts[i % 2], name);
        if (script_is_lost(&p, script, 0) != lost) fail_msg("SIG%s", name);
        assert_false(script_is_lost(&alone, script, 0));
        setenv("SLURM_JOB_ID", "5", 1);
        assert_int_equal(script_is_lost(&alone, script, 0), lost);
        unsetenv("SLURM_JOB_ID");
    }
}

/* Whether a script whose time is over got lost. On a busy machine it needs more time before it has
 * said what it is to be judged by. */
static bool out_of_time(const program *p, const char *script, bool want)
{
    bool lost = !want;
    for (double timeout = 0.2; timeout < 10 && lost != want; timeout *= 5)
        lost = script_is_lost(p, script, timeout);
    return lost;
}

/* A program that takes too long has failed, but one that waits for its turn has not begun. */
static void test_time_out(void **state)
{
    (void)state;
    const program p = with_launcher();
    const char *waits = "echo 'srun: Job 5 step creation temporarily disabled, retrying (Requested "
                        "nodes are busy)' >&2; exec sleep 20",
               *works = "echo 'srun: Job 5 step creation temporarily disabled, retrying (Requested "
                        "nodes are busy)' >&2; echo 'srun: Step created for StepId=5.3' >&2; exec "
                        "sleep 20";
    assert_true(out_of_time(&p, waits, true));
    assert_false(out_of_time(&p, works, false));
    assert_false(script_is_lost(&p, "exec sleep 20", 0.2));
}

/* What srun adds to the words of a program is of no use, unless there are no other words. */
static void test_tidy(void **state)
{
    (void)state;
    char mixed[] = "srun: error: n1: task 0: Exited with exit code 3\nno mesh\n\nsrun: done\n";
    char alone[] = "srun: error: n1: task 0: Segmentation fault";
    char other[] = "no mesh\n";
    lost_tidy(mixed);
    assert_string_equal(mixed, "no mesh\n\n");
    lost_tidy(alone);
    assert_string_equal(alone, "srun: error: n1: task 0: Segmentation fault");
    lost_tidy(other);
    assert_string_equal(other, "no mesh\n");
}

static void test_pauses(void **state)
{
    (void)state;
    assert_true(lost_pause(1) == 0.25);
    assert_true(lost_pause(2) == 0.5);
    assert_true(lost_pause(8) == 30);
    assert_true(lost_pause(1000) == 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages), cmocka_unit_test(test_much_written),
        cmocka_unit_test(test_signals),  cmocka_unit_test(test_time_out),
        cmocka_unit_test(test_tidy),     cmocka_unit_test(test_pauses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
