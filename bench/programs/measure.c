/* SPDX-License-Identifier: MIT
 *
 * What it costs to evaluate points by a program that is started for each:
 *
 *   - the time of an evaluation by a program that does nothing, against posix_spawn() and waitpid()
 *     of the same program and nothing else, in turns;
 *   - the throughput of evaluations that take 50 milliseconds with 8 jobs, within generations,
 *     against 8 that are always busy.
 *
 *     programs TRIVIAL     the program of trivial.c */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "evaluate/loop.h"
#include "evaluate/processes.h"
#include "objective/program.h"

enum { ROUNDS = 21, STARTS = 200, JOBS = 8, POINTS = 48, GENERATIONS = 5, MILLISECONDS = 50 };

extern char **environ;

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

static double median(double *v, size_t n)
{
    qsort(v, n, sizeof *v, by_size);
    return v[n / 2];
}

/* Seconds per start of the program alone. */
static double bare(char *path)
{
    char *arguments[] = {path, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const double begin = clock_now();
    for (int i = 0; i < STARTS; i++) {
        pid_t pid;
        int status;
        if (posix_spawn(&pid, path, &actions, NULL, arguments, environ) != 0) exit(1);
        waitpid(pid, &status, 0);
    }
    const double seconds = clock_now() - begin;
    posix_spawn_file_actions_destroy(&actions);
    return seconds / STARTS;
}

/* Opens the evaluator for a command that ends with null. */
static void open_programs(evaluator *e, objective *o, char **command, size_t jobs)
{
    const objective_options g = {.command = command};
    const programs_options options = {.jobs = jobs};
    *o = (objective){.dim = 1, .variables = {.n = 1}};
    if (program_open(&o->program, &g, &o->variables) != 0 || programs_open(e, o, &options) != 0)
        exit(1);
}

/* Seconds for the values of n points. */
static double evaluate(const evaluator *e, size_t n)
{
    double x[STARTS], f[STARTS];
    uint64_t id[STARTS];
    for (size_t i = 0; i < n; i++) {
        x[i] = 0.1;
        id[i] = i;
    }
    const nes_points p = {.n = n, .dim = 1, .x = x, .id = id, .f = f};
    const double begin = clock_now();
    evaluate_points(e, &p, NULL, 0);
    const double seconds = clock_now() - begin;
    for (size_t i = 0; i < n; i++)
        if (f[i] != 1) exit(1);
    return seconds;
}

static void measure_overhead(char *path)
{
    char *command[] = {path, NULL};
    double alone[ROUNDS], whole[ROUNDS];
    evaluator e;
    objective o;
    open_programs(&e, &o, command, 1);
    for (int i = 0; i < ROUNDS; i++) {
        alone[i] = bare(path);
        whole[i] = evaluate(&e, STARTS) / STARTS;
    }
    e.close(e.self);
    objective_close(&o);
    const double a = median(alone, ROUNDS), b = median(whole, ROUNDS);
    printf("start and end of a program        %8.1f microseconds\n", 1e6 * a);
    printf("evaluation by it, one at a time   %8.1f microseconds   %.2f times as long\n", 1e6 * b,
           b / a);
}

static void measure_throughput(char *path)
{
    char wait[16], point[] = "{x}", *command[] = {path, wait, point, NULL};
    evaluator e;
    objective o;
    double seconds = 0;
    snprintf(wait, sizeof wait, "%d", MILLISECONDS);
    open_programs(&e, &o, command, JOBS);
    for (int i = 0; i < GENERATIONS; i++) seconds += evaluate(&e, POINTS);
    e.close(e.self);
    objective_close(&o);
    const double ideal = GENERATIONS * POINTS / JOBS * MILLISECONDS * 1e-3;
    printf("%d points, %d jobs, %d ms each: %.1f %% of the ideal throughput\n", POINTS, JOBS,
           MILLISECONDS, 100 * ideal / seconds);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: programs TRIVIAL\n", stderr);
        return 2;
    }
    measure_overhead(argv[1]);
    measure_throughput(argv[1]);
    return 0;
}
