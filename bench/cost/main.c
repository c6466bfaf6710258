/* SPDX-License-Identifier: MIT
 *
 * Measures the optimiser's own cost per evaluation and per generation, for every method and many
 * dimensions. Beside it stand the floor, measured in the same run, the optimisers of other
 * libraries, and memory; see docs/performance.md. Entries that exceed a limit (limits.c) are
 * marked, and the exit status is then 1.
 *
 *     cost [--quick] [--seconds S] [--peers PROGRAM] [--out FILE] [METHOD...]
 *
 * S is the time for one entry: default 0.6, quick 0.15; methods with limits take three times that.
 * PROGRAM is that of bench/peers. FILE is cost.txt beside this program by default. Without METHOD
 * all methods are measured. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process.h"
#include "sweep.h"

enum { PATH_SIZE = 2048 };

/* OpenBLAS reads its number of threads when it is loaded. So the program sets the variable and
 * starts itself again. */
static void with_one_thread(char *self, char **argv)
{
    const char *threads = getenv("OPENBLAS_NUM_THREADS");
    if (threads != NULL && strcmp(threads, "1") == 0) return;
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    execv(self, argv);
    fprintf(stderr, "cost: %s cannot be started: %s\n", self, strerror(errno));
    exit(1);
}

static int usage(const char *word, const char *what)
{
    fprintf(stderr,
            "cost: '%s' %s\n"
            "usage: cost [--quick] [--seconds S] [--peers PROGRAM] [--out FILE] [METHOD...]\n",
            word, what);
    return 2;
}

static bool is_method(const char *name)
{
    for (size_t i = 0; i < nes_method_count(); i++)
        if (strcmp(nes_method_at(i)->name, name) == 0) return true;
    return false;
}

/* Reads the options. The rest, from argv[*first] on, are names of methods. Returns 0, or the exit
 * status of a mistake. */
static int read_options(char **argv, bench_plan *plan, char *out, int *first)
{
    int i = 1;
    for (; argv[i] != NULL && strncmp(argv[i], "--", 2) == 0; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            plan->quick = true;
            continue;
        }
        const char *option = argv[i], *value = argv[i + 1];
        if (value == NULL) return usage(option, "needs a value, or is no option");
        i++;
        if (strcmp(option, "--seconds") == 0)
            plan->budget = strtod(value, NULL);
        else if (strcmp(option, "--peers") == 0)
            plan->peers = value;
        else if (strcmp(option, "--out") == 0)
            snprintf(out, PATH_SIZE, "%s", value);
        else
            return usage(option, "is no option");
        if (strcmp(option, "--seconds") == 0 && !(plan->budget > 0))
            return usage(value, "is not a time in seconds");
    }
    if (plan->budget == 0) plan->budget = plan->quick ? 0.15 : 0.6;
    *first = i;
    for (; argv[i] != NULL; i++)
        if (!is_method(argv[i])) return usage(argv[i], "is not a method");
    return 0;
}

static bool is_wanted(char **names, const char *method)
{
    if (names[0] == NULL) return true;
    for (; names[0] != NULL; names++)
        if (strcmp(names[0], method) == 0) return true;
    return false;
}

static size_t all_tables(bench_report *r, const bench_plan *plan, char **names)
{
    size_t marked = 0;
    bench_say_machine(r);
    bench_say(r,
              "entries    own cost, values excluded; best of many slices of 3 ms; %g s an entry "
              "and pass\n",
              plan->budget);
    bench_say(r, "peers      %s\n", plan->peers != NULL ? "with our population" : "none are there");
    for (size_t i = 0; i < nes_method_count(); i++)
        if (is_wanted(names, nes_method_at(i)->name))
            marked += bench_sweep(r, plan, nes_method_at(i));
    bench_say(r, "\n%zu marked (!)\n", marked);
    return marked;
}

int main(int argc, char **argv)
{
    char self[PATH_SIZE], out[PATH_SIZE + 16];
    bench_plan plan = {.self = self};
    int first = 1;
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) return usage("/proc/self/exe", "is not there; this measurement is for Linux");
    self[length] = '\0';
    with_one_thread(self, argv);
    if (argc == 4 && strcmp(argv[1], "--peak") == 0)
        return bench_peak_process(argv[2], strtoul(argv[3], NULL, 10));
    snprintf(out, sizeof out, "%.*s/cost.txt", (int)(strrchr(self, '/') - self), self);
    const int status = read_options(argv, &plan, out, &first);
    if (status != 0) return status;
    if (plan.peers != NULL && access(plan.peers, X_OK) != 0) plan.peers = NULL;
    bench_report r = {.file = fopen(out, "w")};
    if (r.file == NULL) {
        fprintf(stderr, "cost: %s cannot be written: %s\n", out, strerror(errno));
        return 1;
    }
    const size_t marked = all_tables(&r, &plan, argv + first);
    printf("saved to %s\n", out);
    return fclose(r.file) != 0 || marked > 0;
}
