/* SPDX-License-Identifier: MIT
 *
 * Soaks the library, through its public interface: random settings on random problems, disturbed in
 * random ways, with what has to hold checked after each step.
 *
 *     soak_library SECONDS [FIRST_SEED [STEPS]]    for so long, or so many steps, with a line every
 *                                                  minute and at the end
 *     soak_library --step SEED                     exactly that step
 *
 * Steps are made by a child, so that one that crashes or hangs is reported like any other. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "soak/draw.h"
#include "support/sanitizer.h"

enum {
    MOST_FAILURES = 10,
    STEP_SECONDS = 120 * SLOWER, /* of processor time */
    WAITING = 10,                /* times as long by the clock, for busy machines */
    WARM = 500,                  /* steps after which memory has seen every size */
    MORE_MEMORY = 64 << 20,
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t seen(const unsigned char *marks)
{
    size_t n = 0;
    for (size_t i = 0; i < SOAK_NAMES; i++) n += marks[i];
    return n;
}

static double percent(uint64_t part, uint64_t all)
{
    return all > 0 ? 100 * (double)part / (double)all : 0;
}

static void summary(const soak_counts *c, double began, int failures)
{
    printf("soak: %.0f s: %llu steps, %llu evaluations; "
           "%zu of %zu methods, %zu of %zu options, %zu stops; "
           "refused: %.1f %% of settings, %.1f %% of options; "
           "%llu loads, %llu closes, %llu continued, %llu by drivers, %llu without memory; "
           "memory %.1f MB, at first %.1f MB; %d failed\n",
           now() - began, (unsigned long long)c->steps, (unsigned long long)c->evaluations,
           seen(c->method_seen), nes_method_count() + 1, seen(c->option_seen), soak_options(),
           seen(c->stop_seen), percent(c->settings_refused, c->settings),
           percent(c->options_refused, c->options), (unsigned long long)c->loads,
           (unsigned long long)c->closes, (unsigned long long)c->continues,
           (unsigned long long)c->drivers, (unsigned long long)c->no_memory,
           (double)c->memory * 1e-6, (double)c->memory_first * 1e-6, failures);
    fflush(stdout);
}

/* A step that computes or waits for ever ends the child. */
static void limit_step(void)
{
    const struct itimerval limit = {.it_value.tv_sec = STEP_SECONDS};
    setitimer(ITIMER_PROF, &limit, NULL);
    alarm(WAITING * STEP_SECONDS);
}

/* The child: steps until time is over or something does not hold. */
static int make_steps(soak_counts *c, uint64_t seed, uint64_t last, double end)
{
    for (uint64_t done = 0; seed + done <= last && now() < end; done++) {
        limit_step();
        if (!soak_step(c, seed + done)) return 1;
        c->memory = soak_memory();
        if (done <= WARM) c->memory_first = c->memory;
        if (UNDER_SANITIZER || c->memory < c->memory_first + MORE_MEMORY) continue;
        snprintf(c->failure, sizeof c->failure, "memory has grown to %.1f MB",
                 (double)c->memory * 1e-6);
        return 1;
    }
    return 0;
}

static void report(const soak_counts *c, int status, const char *program)
{
    const char *what = c->failure[0] != '\0' ? c->failure : "the process has ended";
    printf("soak: step %llu: %s", (unsigned long long)c->seed, what);
    if (WIFSIGNALED(status)) printf(", by signal %d", WTERMSIG(status));
    printf("\n    %s\n    again: %s --step %llu\n", c->where, program, (unsigned long long)c->seed);
    fflush(stdout);
}

/* Waits for the child, with a line every minute. */
static int watch(pid_t child, const soak_counts *c, double began, double *line, int failures)
{
    int status = 0;
    const struct timespec moment = {0, 20000000};
    while (waitpid(child, &status, WNOHANG) == 0) {
        nanosleep(&moment, NULL);
        if (now() - *line < 60) continue;
        *line = now();
        summary(c, began, failures);
    }
    return status;
}

static int soak_for(soak_counts *c, double seconds, uint64_t seed, uint64_t last,
                    const char *program)
{
    const double began = now(), end = began + seconds;
    double line = began;
    int failures = 0;
    do {
        fflush(stdout);
        const pid_t child = fork();
        if (child < 0) return 2;
        if (child == 0) exit(make_steps(c, seed, last, end));
        const int status = watch(child, c, began, &line, failures);
        if (status == 0) break;
        failures++;
        report(c, status, program);
        seed = c->seed + 1;
    } while (now() < end && failures < MOST_FAILURES);
    summary(c, began, failures);
    return failures > 0;
}

static int one_step(soak_counts *c, uint64_t seed, const char *program)
{
    const bool fine = soak_step(c, seed);
    if (fine)
        printf("soak: step %llu: fine\n    %s\n", (unsigned long long)seed, c->where);
    else
        report(c, 0, program);
    return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
    soak_counts *c =
        mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (argc < 2 || c == MAP_FAILED) return 2;
    if (argc == 3 && strcmp(argv[1], "--step") == 0)
        return one_step(c, strtoull(argv[2], NULL, 10), argv[0]);
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const uint64_t last = argc > 3 ? seed + strtoull(argv[3], NULL, 10) - 1 : UINT64_MAX;
    return soak_for(c, strtod(argv[1], NULL), seed, last, argv[0]);
}
