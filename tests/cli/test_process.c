/* SPDX-License-Identifier: MIT
 *
 * Children that do as they should, die by signals, cannot be started, or talk; how they start, and
 * that nothing is left of them: no process, no zombie, no descriptor. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/process_rig.h"

static void plain(void **state)
{
    (void)state;
    scene s = open_scene();
    size_t n;
    process *p = run_shell(s.room, "echo out; echo err >&2; exit 3", 0);
    assert_string_equal(process_output(p, &n), "out\n");
    assert_int_equal(n, 4);
    assert_string_equal(p->errors, "err\n");
    assert_true(WIFEXITED(p->status));
    assert_int_equal(WEXITSTATUS(p->status), 3);
    assert_false(p->timed_out);
    assert_true(process_seconds(p) >= 0 && process_seconds(p) < LONG);
    process_release(p);
    p = run_shell(s.room, "read x && echo got $x; exit 0", 0); /* its input is empty */
    assert_string_equal(process_output(p, &n), "");
    assert_string_equal(p->errors, "");
    close_scene(&s); /* releases it too */
}

static void signals(void **state)
{
    (void)state;
    scene s = open_scene();
    process *p = run_shell(s.room, "kill -SEGV $$", 0);
    assert_true(WIFSIGNALED(p->status));
    assert_int_equal(WTERMSIG(p->status), SIGSEGV);
    process_release(p);
    close_scene(&s);
}

/* Open descriptors of a program that somebody else starts. */
static long count_elsewhere(void)
{
    long n = 0;
    FILE *f = popen("ls /dev/fd | wc -l", "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%ld", &n), 1);
    pclose(f);
    return n;
}

/* A child has default signal handling whatever its parent does, a group of its own, and no
 * descriptor of the room or of other children. */
static void clean_start(void **state)
{
    (void)state;
    const long usual = count_elsewhere();
    scene s = open_scene();
    void (*before)(int) = signal(SIGTERM, SIG_IGN);
    process *p = run_shell(s.room, "kill -TERM $$; echo survived", 0);
    signal(SIGTERM, before);
    const bool killed = WIFSIGNALED(p->status);
    process_release(p);
    process *other = start_shell(s.room, "sleep 1000", 0);
    size_t n;
    p = run_shell(s.room, "ls /dev/fd | wc -l; cut -d ' ' -f 5 /proc/$$/stat; echo $$", 0);
    long open_ones = 0, group = 0, pid = 0;
    const int read = sscanf(process_output(p, &n), "%ld %ld %ld", &open_ones, &group, &pid);
    const long started = p->pid;
    process_release(other);
    close_scene(&s);
    assert_true(killed);
    assert_int_equal(read, 3);
    assert_int_equal(open_ones, usual);
    assert_int_equal(group, pid);
    assert_int_equal(pid, started);
}

static void cannot_be_started(void **state)
{
    (void)state;
    scene s = open_scene();
    char *arguments[] = {"nothing", NULL};
    process *p;
    process_request request = {.path = "/nonexistent/program", .arguments = arguments};
    assert_int_equal(children_start(s.room, &request, &p), ENOENT);
    request.path = "/";
    assert_int_equal(children_start(s.room, &request, &p), EACCES);
    request = (process_request){
        .path = "/bin/sh", .arguments = arguments, .folder = "/nonexistent/folder"};
    assert_int_equal(children_start(s.room, &request, &p), ENOENT);
    assert_int_equal(children_count(s.room), 0);
    for (int i = 0; i < PLACES; i++) start_shell(s.room, "sleep 100", 0);
    request.folder = NULL;
    assert_int_equal(children_start(s.room, &request, &p), EAGAIN);
    assert_int_equal(children_count(s.room), PLACES);
    close_scene(&s);
}

static int answer(void *data)
{
    char line[256];
    const int *factor = data;
    while (fgets(line, sizeof line, stdin) != NULL) {
        printf("%d\n", *factor * atoi(line));
        fflush(stdout);
    }
    return 9;
}

/* A function in a fork, which talks. */
static void talks(void **state)
{
    (void)state;
    scene s = open_scene();
    int factor = 3;
    size_t n = 0;
    process *p, *heard;
    const process_request request = {
        .body = answer, .data = &factor, .talks = true, .owner = &factor};
    assert_int_equal(children_start(s.room, &request, &p), 0);
    assert_ptr_equal(p->owner, &factor);
    for (int i = 1; i <= 100; i++) {
        char line[32], want[32];
        snprintf(line, sizeof line, "%d\n", i);
        snprintf(want, sizeof want, "%d\n", 3 * i);
        assert_true(process_write(p, line, strlen(line)));
        do assert_int_equal(children_wait(s.room, LONG, &heard), PROCESS_OUTPUT);
        while (strchr(process_output(p, &n), '\n') == NULL);
        assert_string_equal(process_output(p, &n), want);
        process_take(p, n);
    }
    process_shut_input(p);
    assert_ptr_equal(wait_for_end(s.room), p);
    assert_int_equal(WEXITSTATUS(p->status), 9);
    process_release(p);
    close_scene(&s);
}

/* Input that does not fit into a pipe waits until the child reads it. */
static void large_input(void **state)
{
    (void)state;
    enum { N = 1000000 };
    scene s = open_scene();
    size_t n = 0;
    char *arguments[] = {"sh", "-c", "sleep 0.1; wc -c", NULL}, *text = malloc(N);
    process *p;
    const process_request request = {.path = "/bin/sh", .arguments = arguments, .talks = true};
    assert_non_null(text);
    memset(text, 'x', N);
    assert_int_equal(children_start(s.room, &request, &p), 0);
    assert_true(process_write(p, text, N));
    process_shut_input(p);
    assert_false(process_write(p, text, 1));
    assert_ptr_equal(wait_for_end(s.room), p);
    assert_int_equal(atol(process_output(p, &n)), N);
    process_release(p);
    close_scene(&s);
    free(text);
}

/* Writing to one that has gone is an error, and no signal. */
static void deaf(void **state)
{
    (void)state;
    scene s = open_scene();
    char *arguments[] = {"sh", "-c", "exit 0", NULL};
    process *p;
    const process_request request = {.path = "/bin/sh", .arguments = arguments, .talks = true};
    assert_int_equal(children_start(s.room, &request, &p), 0);
    bool open = true;
    const double begin = clock_now();
    while (open && clock_now() - begin < LONG) {
        open = process_write(p, "x\n", 2);
        clock_sleep(0.01);
    }
    assert_false(open);
    process_release(p);
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain),       cmocka_unit_test(signals),
        cmocka_unit_test(clean_start), cmocka_unit_test(cannot_be_started),
        cmocka_unit_test(talks),       cmocka_unit_test(large_input),
        cmocka_unit_test(deaf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
