/* SPDX-License-Identifier: MIT
 *
 * Describes the machine of a measurement: processor, kernels, BLAS, compiler, date. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include <nes/nes.h>

#include "report.h"
#include "util/cpu.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static const char *kernels(void)
{
    switch (nes_cpu_best()) {
    case NES_CPU_AVX512:
        return "AVX-512";
    case NES_CPU_AVX2:
        return "AVX2";
    case NES_CPU_BASELINE:
        break;
    }
    return "baseline";
}

/* The text behind the colon of the first line that begins with word. If word is empty, the whole
 * first line. */
static void first_line(const char *file, const char *word, char *text, size_t size)
{
    char line[512];
    FILE *in = fopen(file, "r");
    snprintf(text, size, "unknown");
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        if (strncmp(line, word, strlen(word)) != 0) continue;
        const char *colon = word[0] != '\0' ? strchr(line, ':') : NULL;
        line[strcspn(line, "\n")] = '\0';
        snprintf(text, size, "%.200s", colon != NULL ? colon + 2 : line);
        break;
    }
    if (in != NULL) fclose(in);
}

/* OpenBLAS has functions that tell its version and the processor for which it chose its kernels. */
static void say_blas(bench_report *r)
{
    const char *(*config)(void) = NULL, *(*core)(void) = NULL;
    void *all = dlopen(NULL, RTLD_NOW);
    if (all != NULL) {
        void *a = dlsym(all, "openblas_get_config"), *b = dlsym(all, "openblas_get_corename");
        memcpy(&config, &a, sizeof config); /* ISO C has no conversion to a function */
        memcpy(&core, &b, sizeof core);
    }
    if (config != NULL && core != NULL)
        bench_say(r, "BLAS       %s; kernels for %s; one thread\n", config(), core());
    else
        bench_say(r, "BLAS       not OpenBLAS\n");
    if (all != NULL) dlclose(all);
}

void bench_say_machine(bench_report *r)
{
    char text[256], date[64];
    struct utsname u;
    const time_t now = time(NULL);
    first_line("/proc/cpuinfo", "model name", text, sizeof text);
    bench_say(r, "libnes     %s, kernels: %s\nprocessor  %s\n", nes_version(), kernels(), text);
    if (uname(&u) == 0) bench_say(r, "system     %s %s %s\n", u.sysname, u.release, u.machine);
    say_blas(r);
    bench_say(r, "compiler   %s\n", COMPILER);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime(&now));
    first_line("/proc/loadavg", "", text, sizeof text);
    bench_say(r, "date       %s, load %s\n", date, text);
}
