/* SPDX-License-Identifier: MIT
 *
 * Children whose processes leave: to the group of their parent, to a session of their own, by way
 * of processes that end in between. They end with the child, those of other children live on, and
 * a program that was started with SIGCHLD blocked hears of the end of its children all the same. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/process_rig.h"

static void signal_blocked(void **state)
{
    (void)state;
    sigset_t ends, before, after;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    assert_int_equal(pthread_sigmask(SIG_BLOCK, &ends, &before), 0);
    scene s = open_scene();
    start_shell(s.room, "exit 3", 0);
    process *p = NULL;
    process_event e = PROCESS_NOTHING;
    const double begin = clock_now(), enough = 20;
    while (e == PROCESS_NOTHING && clock_now() - begin < enough) e = children_wait(s.room, 1, &p);
    close_scene(&s);
    pthread_sigmask(SIG_SETMASK, &before, &after);
    assert_int_equal(e, PROCESS_ENDED);
    assert_true(sigismember(&after, SIGCHLD)); /* the mask is as it was */
}

/* Puts itself into the group of its parent. */
static int desert(void *data)
{
    (void)data;
    if (setpgid(0, getpgid(getppid())) != 0) return 1;
    printf("ready\n");
    fflush(stdout);
    for (;;) pause();
}

static void other_group(void **state)
{
    (void)state;
    scene s = open_scene();
    process *p = NULL;
    const process_request request = {.body = desert, .talks = true};
    assert_int_equal(children_start(s.room, &request, &p), 0);
    process *heard = NULL;
    assert_int_equal(children_wait(s.room, LONG, &heard), PROCESS_OUTPUT);
    process_set_timeout(p, 0.01);
    assert_ptr_equal(wait_for_end(s.room), p);
    assert_true(p->timed_out);
    assert_int_equal(WTERMSIG(p->status), SIGTERM);
    process_release(p);
    close_scene(&s);
}

/* Reads the first number that a child has printed; it may have ended or not. */
static long printed(children *r, process *p)
{
    process *any;
    size_t n;
    const double begin = clock_now();
    while (strchr(process_output(p, &n), '\n') == NULL && clock_now() - begin < LONG)
        children_wait(r, 0.01, &any);
    return atol(process_output(p, &n));
}

/* A process of a session of its own, whose parent has ended; it prints its number. */
#define DAEMON "sh -c 'setsid sh -c \"echo \\$\\$; exec sleep 1000\" &'"

static void own_session(void **state)
{
    (void)state;
    scene s = open_scene();
    process *p = start_shell(s.room, DAEMON "; sleep 1000", 0);
    const long stray = printed(s.room, p);
    assert_true(stray > 0 && lives(stray));
    process_set_timeout(p, 0.01);
    assert_ptr_equal(wait_for_end(s.room), p);
    assert_dies(stray);
    process_release(p);
    close_scene(&s);
}

/* Strays of a child that has ended in good order, and a stray of another one, which stays. */
static void of_one_child(void **state)
{
    (void)state;
    scene s = open_scene();
    process *stays = start_shell(s.room, DAEMON "; sleep 1000", 0);
    const long other = printed(s.room, stays);
    process *p = run_shell(s.room, DAEMON " | head -n 1", 0);
    const long stray = printed(s.room, p);
    assert_true(other > 0 && stray > 0 && stray != other);
    assert_dies(stray);
    process_release(p);
    assert_true(lives(other));
    process_release(stays);
    assert_dies(other);
    close_scene(&s);
}

/* A stray that has ended by itself while its child goes on is no zombie. */
static void no_zombies(void **state)
{
    (void)state;
    scene s = open_scene();
    process *any, *p = start_shell(s.room, "sh -c 'setsid sh -c \"echo \\$\\$\" &'; sleep 1000", 0);
    const long stray = printed(s.room, p);
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld", stray);
    const double begin = clock_now();
    while (access(path, F_OK) == 0 && clock_now() - begin < LONG) children_wait(s.room, 0.01, &any);
    assert_int_equal(access(path, F_OK), -1);
    process_release(p);
    close_scene(&s);
}

/* A program that is killed: its guardian finds the strays. */
static void killed_program(void **state)
{
    (void)state;
    int ends[2];
    char line[64] = "";
    assert_int_equal(pipe(ends), 0);
    const pid_t victim = fork();
    assert_true(victim >= 0);
    if (victim == 0) {
        children *r;
        if (children_open(&r, 1) != 0) _exit(1);
        process *p = start_shell(r, DAEMON "; sleep 1000", 0);
        dprintf(ends[1], "%ld\n", printed(r, p));
        for (;;) pause();
    }
    assert_true(read(ends[0], line, sizeof line - 1) > 0);
    const long stray = atol(line);
    assert_true(lives(stray));
    kill(victim, SIGKILL);
    assert_int_equal(waitpid(victim, NULL, 0), victim);
    assert_dies(stray);
    close(ends[0]);
    close(ends[1]);
}

/* A process without the mark of its child is left alone: servers may live on. */
static void without_mark(void **state)
{
    (void)state;
    scene s = open_scene();
    process *p = run_shell(s.room, "env -u NES_MARK " DAEMON " | head -n 1", 0);
    const long server = printed(s.room, p);
    process_release(p);
    assert_true(lives(server));
    kill((pid_t)server, SIGKILL);
    assert_dies(server);
    children_wait(s.room, 0.01, &p);
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signal_blocked), cmocka_unit_test(other_group),
        cmocka_unit_test(own_session),    cmocka_unit_test(of_one_child),
        cmocka_unit_test(no_zombies),     cmocka_unit_test(killed_program),
        cmocka_unit_test(without_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
