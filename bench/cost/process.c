/* SPDX-License-Identifier: MIT
 *
 * Starts other processes, and reads Linux's figures of memory from /proc. */
#define _POSIX_C_SOURCE 200809L
#include "process.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "subject.h"

/* The first number that the command prints. */
static double number_from(const char *command)
{
    double v = NAN;
    FILE *in = popen(command, "r");
    if (in == NULL) return NAN;
    if (fscanf(in, "%lf", &v) != 1) v = NAN;
    return pclose(in) == 0 ? v : NAN;
}

double bench_peer(const char *program, const char *peer, size_t d, size_t popsize, double seconds)
{
    char command[4096];
    if (program == NULL) return NAN;
    const int n =
        snprintf(command, sizeof command, "'%s' %s %zu %zu %g", program, peer, d, popsize, seconds);
    return n < (int)sizeof command ? number_from(command) : NAN;
}

static double peak_of(const char *self, const char *method, size_t d)
{
    char command[4096];
    const int n = snprintf(command, sizeof command, "'%s' --peak %s %zu", self, method, d);
    return n < (int)sizeof command ? number_from(command) * 1024 / 1e6 : NAN;
}

double bench_peak(const char *self, const char *method, size_t d)
{
    return peak_of(self, method, d) - peak_of(self, "none", d);
}

/* The number of kilobytes behind that word in a file of /proc, converted to bytes. */
static double from_proc(const char *file, const char *word)
{
    char line[256];
    double kilobytes = NAN;
    FILE *in = fopen(file, "r");
    while (in != NULL && fgets(line, sizeof line, in) != NULL)
        if (strncmp(line, word, strlen(word)) == 0) kilobytes = strtod(line + strlen(word), NULL);
    if (in != NULL) fclose(in);
    return kilobytes * 1024;
}

double bench_memory_left(void)
{
    return from_proc("/proc/meminfo", "MemAvailable:");
}

static const nes_method *find(const char *name)
{
    for (size_t i = 0; i < nes_method_count(); i++)
        if (strcmp(nes_method_at(i)->name, name) == 0) return nes_method_at(i);
    return NULL;
}

int bench_peak_process(const char *method, size_t d)
{
    bench_subject s;
    const nes_method *m = find(method);
    if (m != NULL) {
        if (bench_subject_open(&s, m, d) != NES_OK) return 1;
        if (s.elitist) bench_subject_run(&s, 20); /* long enough for a few improvements */
        bench_subject_close(&s);
    }
    printf("%.0f\n", from_proc("/proc/self/status", "VmHWM:") / 1024);
    return 0;
}
