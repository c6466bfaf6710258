/* SPDX-License-Identifier: MIT
 *
 * A simulator that misbehaves as told, for the tests of `nes run`. It prints the squared distance
 * of its arguments to (1, 2, 3, ...). What happens at a point depends on the point alone, so that a
 * run can be compared with another one.
 *
 *     simulator [sleep=MS] [crash=P] [hang=P] [garbage=P] [nan=P] [exit=P] [log=FILE] X...
 *     simulator worker [sleep=MS] ...
 *
 * P: out of 1000 points so many crash, and so on. log: appends a line with $NES_ID when it begins.
 * worker: points are read from standard input, one per line. */
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct orders {
    long sleep, crash, hang, garbage, nan, exit;
    const char *log;
} orders;

static void pause_for(long milliseconds)
{
    const struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static int take_order(orders *o, const char *text)
{
    const struct {
        const char *name;
        long *to;
    } numbers[] = {{"sleep=", &o->sleep},     {"crash=", &o->crash}, {"hang=", &o->hang},
                   {"garbage=", &o->garbage}, {"nan=", &o->nan},     {"exit=", &o->exit}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const size_t n = strlen(numbers[i].name);
        if (strncmp(text, numbers[i].name, n) != 0) continue;
        *numbers[i].to = strtol(text + n, NULL, 10);
        return 1;
    }
    if (strncmp(text, "log=", 4) != 0) return 0;
    o->log = text + 4;
    return 1;
}

/* One line in one write: lines of several processes do not mix. */
static void write_log(const char *path)
{
    char line[64];
    const char *id = getenv("NES_ID");
    const int file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0666);
    const int n = snprintf(line, sizeof line, "%s\n", id == NULL ? "?" : id);
    if (file < 0 || write(file, line, (size_t)n) != n) exit(9);
    close(file);
}

/* A number below 1000 that looks random, from the text of the point. */
static long chance(int n, char **x)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (int i = 0; i < n; i++)
        for (const char *c = x[i]; *c != '\0'; c++)
            h = (h ^ (unsigned char)*c) * UINT64_C(1099511628211);
    return (long)((h >> 20) % 1000);
}

/* Whether the answer has been written, such as it is. */
static int misbehave(const orders *o, long at)
{
    if ((at -= o->crash) < 0) raise(SIGSEGV);
    if ((at -= o->exit) < 0) {
        fputs("simulator: the mesh is broken\n", stderr);
        exit(3);
    }
    if ((at -= o->hang) < 0) {
        signal(SIGTERM, SIG_IGN);
        for (;;) pause();
    }
    if ((at -= o->garbage) < 0) {
        puts("Segmentation of the domain: done");
        return 1;
    }
    if ((at -= o->nan) < 0) puts("nan");
    return at < 0;
}

static void evaluate(const orders *o, int n, char **x)
{
    if (o->sleep > 0) pause_for(o->sleep);
    if (misbehave(o, chance(n, x))) return;
    double f = 0;
    for (int i = 0; i < n; i++) {
        const double from = strtod(x[i], NULL) - (i + 1);
        f += from * from;
    }
    printf("%.17g\n", f);
}

static void work(const orders *o)
{
    char line[4096], *x[256];
    while (fgets(line, sizeof line, stdin) != NULL) {
        int n = 0;
        for (char *word = strtok(line, " \n"); word != NULL && n < 256; word = strtok(NULL, " \n"))
            x[n++] = word;
        evaluate(o, n, x);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    orders o = {.log = NULL};
    const int worker = argc > 1 && strcmp(argv[1], "worker") == 0;
    int first = 1 + worker;
    while (first < argc && take_order(&o, argv[first])) first++;
    if (o.log != NULL) write_log(o.log);
    if (worker)
        work(&o);
    else
        evaluate(&o, argc - first, argv + first);
    return 0;
}
