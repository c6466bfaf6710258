/* SPDX-License-Identifier: MIT
 *
 * The progress line on a terminal, which is a pseudo-terminal here: it is there before the first
 * value, it moves within a generation, it fits the terminal, it is gone at the end; it tells of
 * failures, of the run at work, and of a pause; and terminals that cannot rewrite a line get plain
 * ones. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/fake_clock.h"
#include "report/progress.h"
#include "support/runs.h"

enum { NARROW = 30, WIDE = 160, MOMENT = 100, PATIENCE = 60000 }; /* columns; milliseconds */

/* Standard error goes to the slave; what was written is read from the master. */
typedef struct terminal {
    int master, slave, before;
} terminal;

/* Machines without /dev/pts have no pseudo-terminals: nothing can be tested there. */
static void need_terminal(void)
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    const bool there = master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0 &&
                       access(ptsname(master), R_OK | W_OK) == 0;
    if (master >= 0) close(master);
    if (there) return;
    print_message("skipped: there are no pseudo-terminals here\n");
    skip();
}

static terminal open_terminal(const char *kind, unsigned short columns)
{
    terminal t = {.master = posix_openpt(O_RDWR | O_NOCTTY)};
    const struct winsize size = {.ws_row = 24, .ws_col = columns};
    assert_true(t.master >= 0 && grantpt(t.master) == 0 && unlockpt(t.master) == 0);
    t.slave = open(ptsname(t.master), O_RDWR | O_NOCTTY);
    assert_true(t.slave >= 0);
    assert_int_equal(ioctl(t.slave, TIOCSWINSZ, &size), 0);
    fflush(stderr);
    t.before = dup(STDERR_FILENO);
    assert_true(dup2(t.slave, STDERR_FILENO) >= 0);
    setenv("TERM", kind, 1);
    return t;
}

/* What has been written so far; text has room for size bytes. A terminal hands it over in its own
 * time: it is waited for until it has what is wanted, or, without that, for a moment. */
static void take(const terminal *t, char *text, size_t size, const char *wanted)
{
    struct pollfd watched = {.fd = t->master, .events = POLLIN};
    size_t used = 0;
    text[0] = '\0';
    while (used < size - 1 && poll(&watched, 1, wanted != NULL ? PATIENCE : MOMENT) == 1) {
        const ssize_t n = read(t->master, text + used, size - 1 - used);
        if (n <= 0) break;
        used += (size_t)n;
        text[used] = '\0';
        if (wanted != NULL && strstr(text, wanted) != NULL) wanted = NULL;
    }
    if (wanted != NULL) fail_msg("'%s' is not in '%s'", wanted, text);
}

static void close_terminal(const terminal *t)
{
    dup2(t->before, STDERR_FILENO);
    close(t->before);
    close(t->slave);
    close(t->master);
}

static nes_opt *make_run(void)
{
    nes_opt *o = NULL;
    assert_int_equal(nes_create(&o, 2, NULL, NULL), NES_OK);
    return o;
}

/* What an observer hears in the course of a run. */
static void begin(progress *p, nes_opt *o, bool on)
{
    *p = (progress){.on = on};
    progress_observer(p, on, NULL).start(p, o);
}

static void asked(progress *p, size_t n)
{
    progress_observer(p, p->on, NULL).asked(p, NULL, &(nes_points){.n = n});
}

static void evaluated(progress *p, nes_fate fate)
{
    const eval_record r = {.fate = fate};
    progress_observer(p, p->on, NULL).values(p, &(arrivals){.n = 1, .record = &r});
}

static void waited(progress *p)
{
    progress_observer(p, p->on, NULL).values(p, &(arrivals){.n = 0});
}

static void generation(progress *p, nes_opt *o)
{
    progress_observer(p, p->on, NULL).generation(p, o);
}

static void end(progress *p)
{
    progress_observer(p, p->on, NULL).end(p, NULL);
}

static void test_live_line(void **state)
{
    need_terminal();
    (void)state;
    char text[1024];
    progress p;
    nes_opt *o = make_run();
    const terminal t = open_terminal("xterm", NARROW);
    begin(&p, o, true);
    take(&t, text, sizeof text, "0 evaluations");
    for (int i = 0; i < 3; i++) evaluated(&p, NES_MEASURED);
    take(&t, text, sizeof text, NULL);
    assert_string_equal(text, ""); /* at most once a second */
    fake_clock_advance(1.05);
    evaluated(&p, NES_MEASURED);
    take(&t, text, sizeof text, "\r\033[K        4 evaluations");
    assert_true(strlen(text) <= strlen("\r\033[K") + NARROW - 1);
    end(&p);
    take(&t, text, sizeof text, "\r\033[K");
    assert_string_equal(text, "\r\033[K");
    close_terminal(&t);
    nes_destroy(o);
}

static void test_dumb_terminal(void **state)
{
    need_terminal();
    (void)state;
    char text[1024];
    progress p;
    nes_opt *o = make_run();
    const terminal t = open_terminal("dumb", NARROW);
    begin(&p, o, true);
    run_step(o, run_sphere, NULL);
    generation(&p, o);
    end(&p);
    take(&t, text, sizeof text, "0 evaluations  best");
    assert_null(strchr(text, '\033'));
    assert_non_null(strchr(text, '\n'));
    close_terminal(&t);
    nes_destroy(o);
}

/* The value must not be above -1, and is. */
static nes_fate infeasible(size_t dim, const double *x, double *values, void *user)
{
    (void)dim, (void)user;
    values[0] = x[0] * x[0] + x[1] * x[1];
    values[1] = values[0] + 1;
    return NES_MEASURED;
}

static void test_infeasible(void **state)
{
    need_terminal();
    (void)state;
    char text[1024];
    progress p;
    nes_opt *o = NULL;
    nes_settings s;
    nes_settings_default(&s);
    s.constraints = 1;
    s.max_evals = 60;
    assert_int_equal(nes_create(&o, 2, NULL, &s), NES_OK);
    const terminal t = open_terminal("dumb", WIDE);
    assert_int_equal(nes_run_records(o, infeasible, NULL), NES_OK);
    begin(&p, o, true);
    generation(&p, o);
    end(&p);
    take(&t, text, sizeof text, "no feasible point yet");
    assert_null(strstr(text, "best"));
    close_terminal(&t);
    nes_destroy(o);
}

/* Where a generation takes long the line counts its values; failed ones are told. */
static void test_slow_generation(void **state)
{
    need_terminal();
    (void)state;
    char text[1024];
    progress p;
    nes_opt *o = make_run();
    const terminal t = open_terminal("xterm", WIDE);
    begin(&p, o, true);
    asked(&p, 20);
    for (int i = 0; i < 16; i++) evaluated(&p, NES_MEASURED);
    evaluated(&p, NES_FAILED);
    take(&t, text, sizeof text, NULL);
    assert_null(strstr(text, "of 20"));
    fake_clock_advance(1.6);
    waited(&p); /* no value has come meanwhile */
    take(&t, text, sizeof text, "17 evaluations, 17 of 20 in generation 1, 1 failed");
    close_terminal(&t);
    nes_destroy(o);
}

/* With several runs, the number and the population of the one at work. */
static void test_runs(void **state)
{
    need_terminal();
    (void)state;
    char text[1024];
    progress p;
    nes_settings s = run_settings("xnes");
    s.restarts = "ipop";
    s.popsize = 8;
    nes_opt *o = run_start(2, NULL, &s);
    const terminal t = open_terminal("xterm", WIDE);
    begin(&p, o, true);
    while (run_result(o).restarts < 2) run_step(o, run_sphere, NULL);
    generation(&p, o);
    take(&t, text, sizeof text, ", popsize ");
    run_assert_has(text, "run ");
    close_terminal(&t);
    nes_destroy(o);
}

static void test_say(void **state)
{
    need_terminal();
    (void)state;
    char text[1024];
    progress p;
    nes_opt *o = make_run();
    const terminal t = open_terminal("xterm", WIDE);
    begin(&p, o, true);
    take(&t, text, sizeof text, "0 evaluations");
    progress_say(&p, "paused");
    take(&t, text, sizeof text, "0 evaluations  paused");
    progress_say(&p, NULL);
    take(&t, text, sizeof text, NULL);
    assert_null(strstr(text, "paused"));
    end(&p);
    close_terminal(&t);
    nes_destroy(o);
}

/* A run that goes on counts its earlier evaluations too. */
static void test_earlier_session(void **state)
{
    need_terminal();
    (void)state;
    char text[1024];
    progress p;
    nes_opt *o = make_run();
    run_step(o, run_sphere, NULL);
    const uint64_t n = run_result(o).evaluations;
    const terminal t = open_terminal("xterm", WIDE);
    begin(&p, o, true);
    evaluated(&p, NES_MEASURED);
    progress_say(&p, "stopping");
    char want[64];
    snprintf(want, sizeof want, "%llu evaluations  stopping  best", (unsigned long long)n + 1);
    take(&t, text, sizeof text, want);
    close_terminal(&t);
    nes_destroy(o);
}

static void test_silence(void **state)
{
    need_terminal();
    (void)state;
    char text[1024];
    progress p;
    nes_opt *o = make_run();
    const terminal t = open_terminal("xterm", NARROW);
    begin(&p, o, false);
    evaluated(&p, NES_MEASURED);
    waited(&p);
    progress_say(&p, "paused");
    generation(&p, o);
    end(&p);
    take(&t, text, sizeof text, NULL);
    assert_string_equal(text, "");
    close_terminal(&t);
    nes_destroy(o);
}

static int start_clock(void **state)
{
    (void)state;
    fake_clock_start();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_live_line),
        cmocka_unit_test(test_dumb_terminal),
        cmocka_unit_test(test_infeasible),
        cmocka_unit_test(test_slow_generation),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_say),
        cmocka_unit_test(test_earlier_session),
        cmocka_unit_test(test_silence),
    };
    return cmocka_run_group_tests(tests, start_clock, NULL);
}
