/* SPDX-License-Identifier: MIT
 *
 * The parts of `nes serve` that need no socket: what a path asks for, who is let in, which rows of
 * a long run are shown, and connections that are too slow. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/fake_clock.h"
#include "serve/asked.h"
#include "serve/gate.h"
#include "serve/page_files.h"
#include "serve/sample.h"
#include "serve/visitors.h"
#include "support/check.h"

static asked_what what(const char *path)
{
    return asked_read(path, page_names, PAGE_FILES).what;
}

static void paths(void **state)
{
    (void)state;
    assert_int_equal(what("/"), ASKED_FILE);
    assert_int_equal(asked_read("/", page_names, PAGE_FILES).file, PAGE_INDEX);
    assert_int_equal(asked_read("/page.css", page_names, PAGE_FILES).file, PAGE_STYLE);
    assert_int_equal(what("/api/runs"), ASKED_RUNS);
    assert_int_equal(what("/api/runs/7"), ASKED_RUN);
    assert_int_equal(asked_read("/api/runs/7/points", page_names, PAGE_FILES).run, 7);
    assert_int_equal(what("/api/runs/7/orders"), ASKED_ORDER);
    static const char *const none[] = {"",
                                       "page.js",
                                       "//",
                                       "/..",
                                       "/../page.js",
                                       "/PAGE.JS",
                                       "/api",
                                       "/api/runs/",
                                       "/api/runs/x",
                                       "/api/runs/-1",
                                       "/api/runs/+1",
                                       "/api/runs/ 1",
                                       "/api/runs/1/",
                                       "/api/runs/1/points/",
                                       "/api/runs/1/../2",
                                       "/api/runs/18446744073709551616",
                                       "/api/runs/1/run.db"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(what(none[i]), ASKED_NOTHING);
    assert_int_equal(asked_read("/api/runs/18446744073709551615", page_names, PAGE_FILES).run,
                     UINT64_MAX);
}

static void parameters(void **state)
{
    (void)state;
    asked a = asked_read("/api/runs/1/points", page_names, PAGE_FILES);
    assert_int_equal(a.most, ASKED_MOST);
    assert_true(asked_set(&a, "round", "12") && asked_set(&a, "id", "18446744073709551615"));
    assert_true(asked_set(&a, "level", "62") && asked_set(&a, "most", "1"));
    assert_true(a.round == 12 && a.id == UINT64_MAX && a.level == 62 && a.most == 1);
    assert_false(asked_set(&a, "level", "63"));
    assert_false(asked_set(&a, "most", "0") || asked_set(&a, "most", "4001"));
    assert_false(asked_set(&a, "id", "18446744073709551616") || asked_set(&a, "id", ""));
    assert_false(asked_set(&a, "id", NULL) || asked_set(&a, "id", "1 ") ||
                 asked_set(&a, "id", "1e3"));
    assert_false(asked_set(&a, "folder", "1"));
    assert_true(a.id == UINT64_MAX && a.most == 1); /* what is refused changes nothing */
}

static void hosts(void **state)
{
    (void)state;
    gate g = {.name = "desk"};
    static const char *const fine[] = {"127.0.0.1",     "127.0.0.1:8642", "localhost",
                                       "LOCALHOST:1",   "[::1]",          "[::1]:8642",
                                       "192.168.0.5:80"};
    static const char *const bad[] = {"",
                                      "evil.example",
                                      "127.0.0.1.evil.example",
                                      "localhost.",
                                      "127.0.0.1:80:80",
                                      "127.0.0.1:x",
                                      "[::1",
                                      "[evil]",
                                      "::1",
                                      "desk",
                                      "a\"b",
                                      "127.0.0.1 evil",
                                      ":80",
                                      "[]:80",
                                      "[::1]x"};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        if (!gate_host_is_fine(&g, fine[i])) fail_msg("%s is refused", fine[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (gate_host_is_fine(&g, bad[i])) fail_msg("%s is let in", bad[i]);
    assert_false(gate_host_is_fine(&g, NULL));
    g.away = true;
    assert_true(gate_host_is_fine(&g, "Desk:8642"));
    assert_false(gate_host_is_fine(&g, "desk.evil.example"));
    char lengthy[1000];
    memset(lengthy, '1', sizeof lengthy - 1);
    lengthy[sizeof lengthy - 1] = '\0';
    assert_false(gate_host_is_fine(&g, lengthy));
}

static void tokens(void **state)
{
    (void)state;
    gate g, other;
    char wrong[GATE_TOKEN_SIZE];
    assert_int_equal(gate_open(&g, false, false), 0);
    assert_true(gate_token_is_fine(&g, NULL) && gate_token_is_fine(&g, "x"));
    assert_int_equal(gate_open(&g, true, true), 0);
    assert_int_equal(gate_open(&other, true, true), 0);
    assert_int_equal(strlen(g.token), GATE_TOKEN_SIZE - 1);
    assert_string_not_equal(g.token, other.token);
    assert_true(gate_token_is_fine(&g, g.token));
    assert_false(gate_token_is_fine(&g, NULL) || gate_token_is_fine(&g, "") ||
                 gate_token_is_fine(&g, other.token));
    for (size_t i = 0; i + 1 < sizeof wrong; i++) {
        memcpy(wrong, g.token, sizeof wrong);
        wrong[i] = wrong[i] == '0' ? '1' : '0';
        assert_false(gate_token_is_fine(&g, wrong));
    }
}

/* Of many rows half have level 1 or more, and so on, whatever their rounds and ids are like. The
 * bound is five standard deviations of a binomial number. */
static void levels(void **state)
{
    (void)state;
    enum { ROWS = 1 << 16 };
    for (int kind = 0; kind < 3; kind++) {
        size_t at_least[8] = {0};
        for (uint64_t i = 0; i < ROWS; i++) {
            const since_place place = {kind == 0 ? 1 : i / 10, kind == 2 ? i % 10 << 48 : i};
            for (unsigned k = 0; k < 8; k++) at_least[k] += sample_level(place) >= k;
        }
        for (unsigned k = 0; k < 8; k++) {
            const double p = 1.0 / (1 << k), n = ROWS * p;
            assert_true(at_least[k] == (size_t)ROWS ||
                        (n - (double)at_least[k]) * (n - (double)at_least[k]) <
                            25 * ROWS * p * (1 - p));
        }
    }
}

/* A connection on which too little happens is ended after half a minute, and no other. */
static void slow_visitors(void **state)
{
    (void)state;
    int slow[2], quick[2];
    char byte;
    static visitors v;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, slow), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, quick), 0);
    fake_clock_start();
    visitors_open(&v);
    assert_non_null(visitors_seat(&v, slow[0]));
    fake_clock_advance(20);
    assert_non_null(visitors_seat(&v, quick[0]));
    visitors_end_slow(&v);
    assert_int_equal(send(slow[0], "x", 1, 0), 1);
    assert_int_equal(recv(slow[1], &byte, 1, 0), 1);
    fake_clock_advance(20);
    visitors_end_slow(&v);
    assert_int_equal(recv(slow[1], &byte, 1, 0), 0);
    assert_int_equal(send(quick[0], "x", 1, 0), 1);
    for (int i = 2; i < VISITORS_MOST; i++) assert_non_null(visitors_seat(&v, i));
    assert_true(visitors_are_full(&v));
    assert_null(visitors_seat(&v, 1));
    for (int i = 0; i < 2; i++) {
        close(slow[i]);
        close(quick[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths),  cmocka_unit_test(parameters), cmocka_unit_test(hosts),
        cmocka_unit_test(tokens), cmocka_unit_test(levels),     cmocka_unit_test(slow_visitors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
