/* SPDX-License-Identifier: MIT
 *
 * Children of every kind: they print megabytes or nothing, ignore SIGTERM, close their pipes and
 * live on, leave children behind, die by signals, cannot be started, talk. None of them keeps the
 * room waiting, and nothing is left: no process, no zombie, no descriptor. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "process/folder.h"
#include "process/process.h"
#include "support/check.h"

enum { PLACES = 4 };

static const double LONG = 60; /* seconds: never reached by a test that passes */

static size_t count_descriptors(void)
{
    DIR *d = opendir("/dev/fd");
    size_t n = 0;
    assert_non_null(d);
    while (readdir(d) != NULL) n++;
    closedir(d);
    return n;
}

/* A room, and what there was before it. */
typedef struct scene {
    process_room *room;
    size_t descriptors;
} scene;

static scene open_scene(void)
{
    scene s = {.descriptors = count_descriptors()};
    assert_int_equal(room_open(&s.room, PLACES), 0);
    return s;
}

static void close_scene(scene *s)
{
    room_close(s->room);
    assert_int_equal(count_descriptors(), s->descriptors);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no children, zombies included */
    assert_int_equal(errno, ECHILD);
}

static process *start_shell(process_room *r, const char *script, double timeout)
{
    char copy[1024];
    char *arguments[] = {"sh", "-c", copy, NULL};
    process *p = NULL;
    snprintf(copy, sizeof copy, "%s", script);
    const process_plan plan = {.path = "/bin/sh", .arguments = arguments, .timeout = timeout};
    assert_int_equal(room_start(r, &plan, &p), 0);
    return p;
}

static process *wait_for_end(process_room *r)
{
    process *p = NULL;
    process_event e;
    const double begin = clock_now();
    do e = room_wait(r, LONG, &p);
    while (e != PROCESS_ENDED && clock_now() - begin < LONG);
    assert_int_equal(e, PROCESS_ENDED);
    return p;
}

static process *run_shell(process_room *r, const char *script, double timeout)
{
    process *started = start_shell(r, script, timeout);
    process *ended = wait_for_end(r);
    assert_ptr_equal(started, ended);
    return ended;
}

/* Whether a process is there and no zombie. */
static bool lives(long pid)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *f = fopen(path, "r");
    if (f == NULL) return false;
    const size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    const char *behind = n > 0 ? strrchr(text, ')') : NULL;
    return behind != NULL && strncmp(behind, ") Z", 3) != 0 && strncmp(behind, ") X", 3) != 0;
}

static void assert_dies(long pid)
{
    const double begin = clock_now();
    while (lives(pid) && clock_now() - begin < LONG) clock_sleep(0.01);
    assert_false(lives(pid));
}

static void plain(void **state)
{
    (void)state;
    scene s = open_scene();
    size_t n;
    process *p = run_shell(s.room, "echo out; echo err >&2; exit 3", 0);
    assert_string_equal(process_output(p, &n), "out\n");
    assert_int_equal(n, 4);
    assert_string_equal(process_errors(p), "err\n");
    assert_true(WIFEXITED(process_status(p)));
    assert_int_equal(WEXITSTATUS(process_status(p)), 3);
    assert_false(process_timed_out(p));
    assert_true(process_seconds(p) >= 0 && process_seconds(p) < LONG);
    process_release(p);
    p = run_shell(s.room, "read x && echo got $x; exit 0", 0); /* its input is empty */
    assert_string_equal(process_output(p, &n), "");
    assert_string_equal(process_errors(p), "");
    close_scene(&s); /* releases it too */
}

static void signals(void **state)
{
    (void)state;
    scene s = open_scene();
    process *p = run_shell(s.room, "kill -SEGV $$", 0);
    assert_true(WIFSIGNALED(process_status(p)));
    assert_int_equal(WTERMSIG(process_status(p)), SIGSEGV);
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
    const bool killed = WIFSIGNALED(process_status(p));
    process_release(p);
    process *other = start_shell(s.room, "sleep 1000", 0);
    size_t n;
    p = run_shell(s.room, "ls /dev/fd | wc -l; cut -d ' ' -f 5 /proc/$$/stat; echo $$", 0);
    long open_ones = 0, group = 0, pid = 0;
    const int read = sscanf(process_output(p, &n), "%ld %ld %ld", &open_ones, &group, &pid);
    const long started = process_pid(p);
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
    process_plan plan = {.path = "/nonexistent/program", .arguments = arguments};
    assert_int_equal(room_start(s.room, &plan, &p), ENOENT);
    plan.path = "/";
    assert_int_equal(room_start(s.room, &plan, &p), EACCES);
    plan =
        (process_plan){.path = "/bin/sh", .arguments = arguments, .folder = "/nonexistent/folder"};
    assert_int_equal(room_start(s.room, &plan, &p), ENOENT);
    assert_int_equal(room_count(s.room), 0);
    for (int i = 0; i < PLACES; i++) start_shell(s.room, "sleep 100", 0);
    plan.folder = NULL;
    assert_int_equal(room_start(s.room, &plan, &p), EAGAIN);
    assert_int_equal(room_count(s.room), PLACES);
    close_scene(&s);
}

static void ignores_sigterm(void **state)
{
    (void)state;
    scene s = open_scene();
    const double begin = clock_now();
    process *p = run_shell(s.room, "trap '' TERM; while :; do sleep 100; done", 0.1);
    assert_true(process_timed_out(p));
    assert_int_equal(WTERMSIG(process_status(p)), SIGKILL);
    assert_true(clock_now() - begin >= 0.1);
    process_release(p);
    close_scene(&s);
}

/* One that ends in good order when it is asked to is not killed. */
static void heeds_sigterm(void **state)
{
    (void)state;
    scene s = open_scene();
    size_t n;
    process *p = run_shell(s.room, "trap 'echo bye; exit 5' TERM; sleep 100 & wait", 0.3);
    assert_true(process_timed_out(p));
    assert_int_equal(WEXITSTATUS(process_status(p)), 5);
    assert_string_equal(process_output(p, &n), "bye\n");
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
    assert_int_equal(strlen(process_errors(p)), PROCESS_ERRORS_KEPT);
    process_release(p);
    close_scene(&s);
}

static void closes_its_pipes(void **state)
{
    (void)state;
    scene s = open_scene();
    process *p = start_shell(s.room, "echo 1; exec >&- 2>&-; sleep 0.3; exit 4", 0);
    const double begin = clock_now();
    assert_ptr_equal(wait_for_end(s.room), p);
    assert_true(clock_now() - begin >= 0.25);
    assert_int_equal(WEXITSTATUS(process_status(p)), 4);
    process_release(p);
    close_scene(&s);
}

/* An endless writer is neither waited for nor kept. */
static void never_stops_printing(void **state)
{
    (void)state;
    scene s = open_scene();
    process *p = run_shell(s.room, "while :; do echo y; done", 0.2);
    assert_true(process_timed_out(p));
    process_release(p);
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
    const process_plan plan = {.body = answer, .data = &factor, .talks = true, .owner = &factor};
    assert_int_equal(room_start(s.room, &plan, &p), 0);
    assert_ptr_equal(process_owner(p), &factor);
    for (int i = 1; i <= 100; i++) {
        char line[32], want[32];
        snprintf(line, sizeof line, "%d\n", i);
        snprintf(want, sizeof want, "%d\n", 3 * i);
        assert_int_equal(process_write(p, line, strlen(line)), 0);
        do assert_int_equal(room_wait(s.room, LONG, &heard), PROCESS_OUTPUT);
        while (strchr(process_output(p, &n), '\n') == NULL);
        assert_string_equal(process_output(p, &n), want);
        process_take(p, n);
    }
    process_shut_input(p);
    assert_ptr_equal(wait_for_end(s.room), p);
    assert_int_equal(WEXITSTATUS(process_status(p)), 9);
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
    const process_plan plan = {.path = "/bin/sh", .arguments = arguments, .talks = true};
    assert_non_null(text);
    memset(text, 'x', N);
    assert_int_equal(room_start(s.room, &plan, &p), 0);
    assert_int_equal(process_write(p, text, N), 0);
    process_shut_input(p);
    assert_int_equal(process_write(p, text, 1), EPIPE);
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
    const process_plan plan = {.path = "/bin/sh", .arguments = arguments, .talks = true};
    assert_int_equal(room_start(s.room, &plan, &p), 0);
    clock_sleep(0.2);
    int error = 0;
    for (int i = 0; i < 100 && error == 0; i++) {
        error = process_write(p, "x\n", 2);
        clock_sleep(0.01);
    }
    assert_int_equal(error, EPIPE);
    process_release(p);
    close_scene(&s);
}

/* ---- the guardian --------------------------------------------------------------------------- */

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
    process_room *r;
    if (room_open(&r, 2) != 0 || room_guard_folder(r, folder) != 0) _exit(1);
    process *a = start_shell(r, "trap '' TERM; sleep 1000", 0);
    process *b = start_shell(r, "(trap '' HUP TERM; exec sleep 1000) & sleep 1000", 0);
    dprintf(report, "%ld %ld\n", (long)process_pid(a), (long)process_pid(b));
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
        cmocka_unit_test(plain),
        cmocka_unit_test(signals),
        cmocka_unit_test(clean_start),
        cmocka_unit_test(cannot_be_started),
        cmocka_unit_test(ignores_sigterm),
        cmocka_unit_test(heeds_sigterm),
        cmocka_unit_test(leaves_children),
        cmocka_unit_test(prints_megabytes),
        cmocka_unit_test(closes_its_pipes),
        cmocka_unit_test(never_stops_printing),
        cmocka_unit_test(talks),
        cmocka_unit_test(large_input),
        cmocka_unit_test(deaf),
        cmocka_unit_test(killed_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
