/* SPDX-License-Identifier: MIT
 *
 * The progress line on a terminal, which is a pseudo-terminal here: it is there before the first
 * value, it moves within a generation, it fits the terminal, it is gone at the end; and terminals
 * that cannot rewrite a line get plain ones. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "report/progress.h"

enum { COLUMNS = 30 };

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
    if (!there) skip();
}

static terminal open_terminal(const char *kind)
{
    terminal t = {.master = posix_openpt(O_RDWR | O_NOCTTY)};
    const struct winsize size = {.ws_row = 24, .ws_col = COLUMNS};
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

/* What has been written so far; text has room for size bytes. */
static void take(const terminal *t, char *text, size_t size)
{
    fcntl(t->master, F_SETFL, O_NONBLOCK);
    const ssize_t n = read(t->master, text, size - 1);
    text[n > 0 ? n : 0] = '\0';
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

static void pause_for(double seconds)
{
    const struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&t, NULL);
}

static void test_live_line(void **state)
{
    need_terminal();
    (void)state;
    char text[1024];
    progress p;
    nes_opt *o = make_run();
    const terminal t = open_terminal("xterm");
    progress_start(&p, o, true);
    take(&t, text, sizeof text);
    assert_non_null(strstr(text, "0 evaluations"));
    for (int i = 0; i < 3; i++) progress_evaluated(&p);
    take(&t, text, sizeof text);
    assert_string_equal(text, ""); /* at most once a second */
    pause_for(1.05);
    progress_evaluated(&p);
    take(&t, text, sizeof text);
    assert_non_null(strstr(text, "\r\033[K        4 evaluations"));
    assert_true(strlen(text) <= strlen("\r\033[K") + COLUMNS - 1);
    progress_end(&p);
    take(&t, text, sizeof text);
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
    const terminal t = open_terminal("dumb");
    progress_start(&p, o, true);
    progress_note(&p, o);
    progress_end(&p);
    take(&t, text, sizeof text);
    assert_null(strchr(text, '\033'));
    assert_non_null(strstr(text, "0 evaluations  best"));
    assert_non_null(strchr(text, '\n'));
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
    const terminal t = open_terminal("xterm");
    progress_start(&p, o, false);
    progress_evaluated(&p);
    progress_note(&p, o);
    progress_end(&p);
    take(&t, text, sizeof text);
    assert_string_equal(text, "");
    close_terminal(&t);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_live_line),
        cmocka_unit_test(test_dumb_terminal),
        cmocka_unit_test(test_silence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
