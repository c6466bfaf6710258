/* SPDX-License-Identifier: MIT
 *
 * Signals, each in a process of its own: the first is noted, and only SIGINT is not urgent; the
 * second ends the process at once; SIGHUP stays ignored where it was. A quiet process only notes
 * them. */
#include "base/interrupt.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/runs.h"
#include "support/said.h"

/* What a process does with these signals (0: none): its exit status. 1: nothing was seen, 2: seen,
 * 3: urgent. */
static int status_of(int first, int second, bool nohup, bool quiet)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (nohup) signal(SIGHUP, SIG_IGN);
        if (quiet)
            interrupt_watch(NULL);
        else
            interrupt_watch("finishing");
        if (first != 0) raise(first);
        if (second != 0) raise(second);
        _exit(1 + (interrupt_seen() ? 1 : 0) + (interrupt_is_urgent() ? 1 : 0));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int status_after(int first, int second, bool nohup)
{
    return status_of(first, second, nohup, false);
}

static void the_first_signal_is_noted(void **state)
{
    (void)state;
    said_begin(2);
    const int none = status_after(0, 0, false), interrupt = status_after(SIGINT, 0, false);
    const char *said = said_end();
    assert_int_equal(none, 1);
    assert_int_equal(interrupt, 2);
    assert_string_equal(said, "\nnes: finishing; Ctrl-C again stops at once\n");
    said_begin(2);
    const int term = status_after(SIGTERM, 0, false), hangup = status_after(SIGHUP, 0, false);
    assert_string_equal(said_end(), "");
    assert_int_equal(term, 3);
    assert_int_equal(hangup, 3);
}

static void the_second_signal_ends_it(void **state)
{
    (void)state;
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < 9; i++) {
        const int first = signals[i / 3], second = signals[i % 3];
        said_begin(2);
        const int status = status_after(first, second, false);
        run_assert_has(said_end(), second == SIGINT ? "stopped at once" : "");
        assert_int_equal(status, second == SIGINT ? 130 : 3); /* others make haste, or are echoes */
    }
}

static void nohup_is_respected(void **state)
{
    (void)state;
    assert_int_equal(status_after(SIGHUP, SIGHUP, true), 1);
}

/* A process that others speak for. */
static int status_when_quiet(int first, int second)
{
    return status_of(first, second, false, true);
}

static void quiet_processes_only_note_signals(void **state)
{
    (void)state;
    said_begin(2);
    const int once = status_when_quiet(SIGINT, 0), twice = status_when_quiet(SIGINT, SIGINT);
    const int term = status_when_quiet(SIGTERM, SIGTERM);
    assert_string_equal(said_end(), "");
    assert_int_equal(once, 2);
    assert_int_equal(twice, 3);
    assert_int_equal(term, 3);
    interrupt_note(false);
    assert_true(interrupt_seen() && !interrupt_is_urgent());
    interrupt_note(true);
    assert_true(interrupt_is_urgent());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_signal_is_noted), cmocka_unit_test(the_second_signal_ends_it),
        cmocka_unit_test(nohup_is_respected),
        cmocka_unit_test(quiet_processes_only_note_signals), /* last: it notes signals here */
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
