/* SPDX-License-Identifier: MIT
 *
 * Children that ignore SIGTERM, print megabytes or without end, close their pipes and live on, or
 * leave children behind; and a program that is killed, with its children and its folder. None of
 * them keeps the room waiting, and nothing is left. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/process_rig.h"
#include "process/folder.h"

/* Runs a script until its time is over, which it must have been ready for, and says so. On a busy
 * machine it needs more time for that. */
static process *run_out_of_time(children *r, const char *script)
{
    process *p = NULL;
    for (double timeout = 0.1; timeout < LONG; timeout *= 5) {
        size_t n;
        const double begin = clock_now();
        p = run_shell(r, script, timeout);
        assert_true(p->timed_out);
        assert_true(clock_now() - begin >= timeout);
        if (strncmp(process_output(p, &n), "ready\n", 6) == 0) break;
        process_release(p);
        p = NULL;
    }
    assert_non_null(p);
    return p;
}

static void ignores_sigterm(void **state)
{
    (void)state;
    scene s = open_scene();
    process *p = run_out_of_time(s.room, "trap '' TERM; echo ready; while :; do sleep 100; done");
    assert_int_equal(WTERMSIG(p->status), SIGKILL);
    process_release(p);
    close_scene(&s);
}

/* One that ends in good order when it is asked to is not killed. */
static void heeds_sigterm(void **state)
{
    (void)state;
    scene s = open_scene();
    size_t n;
    process *p =
        run_out_of_time(s.room, "trap 'echo bye; exit 5' TERM; echo ready; sleep 100 & wait");
    assert_int_equal(WEXITSTATUS(p->status), 5);
    assert_string_equal(process_output(p, &n), "ready\nbye\n");
    process_release(p);
    close_scene(&s);
}

/* Its children hold the pipes open and ignore SIGTERM. They do not outlive it. */
static void leaves_children(void **state)
{
    (void)state;
    scene s = open_scene();
    size_t n;
    process *p = run_shell(s.room, "(trap '' TERM HUP; exec sleep 1000) & echo $!", 0);
    const long child = atol(process_output(p, &n));
    assert_true(child > 0);
    assert_true(process_seconds(p) < LONG);
    assert_dies(child);
    process_release(p);
    close_scene(&s);
}

static void prints_megabytes(void **state)
{
    (void)state;
    scene s = open_scene();
    size_t n;
    process *p = run_shell(s.room,
                           "head -c 50000000 /dev/zero | tr '\\0' a; echo; "
                           "head -c 3000000 /dev/zero | tr '\\0' b >&2; echo 3.5",
                           0);
    const char *text = process_output(p, &n);
    assert_true(n >= PROCESS_OUTPUT_KEPT && n <= 2 * PROCESS_OUTPUT_KEPT);
    assert_string_equal(text + n - 5, "\n3.5\n");
    assert_true(process_output_cut(p));
    assert_int_equal(strlen(p->errors), PROCESS_ERRORS_KEPT);
    process_release(p);
    close_scene(&s);
}

static void closes_its_pipes(void **state)
{
    (void)state;
    scene s = open_scene();
    const double begin = clock_now();
    process *p = start_shell(s.room, "echo 1; exec >&- 2>&-; sleep 0.3; exit 4", 0);
    assert_ptr_equal(wait_for_end(s.room), p);
    assert_true(clock_now() - begin >= 0.25);
    assert_int_equal(WEXITSTATUS(p->status), 4);
    process_release(p);
    close_scene(&s);
}

/* An endless writer is neither waited for nor kept. */
static void never_stops_printing(void **state)
{
    (void)state;
    scene s = open_scene();
    process *p = run_shell(s.room, "while :; do echo y; done", 0.2);
    assert_true(p->timed_out);
    process_release(p);
    close_scene(&s);
}

static char *make_folder(void)
{
    char *path = NULL;
    assert_int_equal(folder_make(NULL, "nes-test", &path), 0);
    return path;
}

/* A process that nobody kills fills the folder for a while. */
static pid_t start_straggler(const char *folder)
{
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid > 0) return pid;
    char path[4200];
    const double begin = clock_now();
    for (size_t i = 0; clock_now() - begin < 0.4; i++) {
        snprintf(path, sizeof path, "%s/late%zu", folder, i);
        const int descriptor = open(path, O_WRONLY | O_CREAT, 0600);
        if (descriptor < 0) break;
        close(descriptor);
    }
    _exit(0);
}

/* A program with a room, two children and a folder, which is killed. */
static pid_t start_victim(const char *folder, int report)
{
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid > 0) return pid;
    children *r;
    if (children_open(&r, 2) != 0 || children_guard_folder(r, folder) != 0) _exit(1);
    process *a = start_shell(r, "trap '' TERM; sleep 1000", 0);
    process *b = start_shell(r, "(trap '' HUP TERM; exec sleep 1000) & sleep 1000", 0);
    dprintf(report, "%ld %ld\n", (long)a->pid, (long)b->pid);
    for (;;) pause();
}

static void killed_program(void **state)
{
    (void)state;
    int ends[2];
    char line[64] = "", *folder = make_folder();
    long a = 0, b = 0;
    char inside[4200];
    snprintf(inside, sizeof inside, "%s/deep", folder);
    assert_int_equal(mkdir(inside, 0700), 0);
    assert_int_equal(pipe(ends), 0);
    const pid_t victim = start_victim(folder, ends[1]);
    assert_true(read(ends[0], line, sizeof line - 1) > 0);
    assert_int_equal(sscanf(line, "%ld %ld", &a, &b), 2);
    assert_true(lives(a) && lives(b));
    const pid_t straggler = start_straggler(folder);
    clock_sleep(0.05);
    kill(victim, SIGKILL);
    assert_int_equal(waitpid(victim, NULL, 0), victim);
    assert_dies(a);
    assert_dies(b);
    assert_int_equal(waitpid(straggler, NULL, 0), straggler);
    const double begin = clock_now();
    while (access(folder, F_OK) == 0 && clock_now() - begin < LONG) clock_sleep(0.01);
    assert_int_equal(access(folder, F_OK), -1);
    close(ends[0]);
    close(ends[1]);
    free(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ignores_sigterm),  cmocka_unit_test(heeds_sigterm),
        cmocka_unit_test(leaves_children),  cmocka_unit_test(prints_megabytes),
        cmocka_unit_test(closes_its_pipes), cmocka_unit_test(never_stops_printing),
        cmocka_unit_test(killed_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
