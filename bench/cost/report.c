/* SPDX-License-Identifier: MIT
 *
 * Writes tables as text. */
#include "report.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

void bench_say(bench_report *r, const char *format, ...)
{
    va_list a, b;
    va_start(a, format);
    va_copy(b, a);
    vprintf(format, a);
    fflush(stdout);
    if (r->file != NULL) {
        vfprintf(r->file, format, b);
        fflush(r->file);
    }
    va_end(a);
    va_end(b);
}

void bench_say_head(bench_report *r, const nes_method *m, const bench_peer_name *peers)
{
    bench_say(r, "\n%s (%s)\n", m->name, m->presets);
    bench_say(r, "%9s %6s %12s %12s %12s %7s %9s %9s", "d", "n", "us/eval", "us/gen", "floor/gen",
              "ratio", "ns/coord", "peak MB");
    for (size_t i = 0; i < BENCH_PEERS && peers != NULL && peers[i].word != NULL; i++)
        bench_say(r, "  %12s %7s", peers[i].title, "times");
    bench_say(r, "\n");
}

static void say_number(bench_report *r, int width, int digits, double v)
{
    if (isnan(v))
        bench_say(r, " %*s", width, "-");
    else
        bench_say(r, " %*.*f", width, digits, v);
}

/* With four digits, at most three of them behind the point. */
static void say_time(bench_report *r, int width, double us)
{
    say_number(r, width, us < 10 ? 3 : us < 100 ? 2 : us < 1000 ? 1 : 0, us);
}

void bench_say_entry(bench_report *r, const bench_entry *e, const bench_peer_name *peers,
                     const char *marks)
{
    bench_say(r, "%9zu %6zu", e->d, e->popsize);
    say_time(r, 12, e->evaluation);
    say_time(r, 12, e->generation);
    say_time(r, 12, e->floor);
    say_number(r, 7, 2, e->generation / e->floor);
    say_number(r, 9, 2, 1e3 * e->evaluation / (double)e->d);
    say_number(r, 9, 2, e->peak);
    for (size_t i = 0; i < BENCH_PEERS && peers != NULL && peers[i].word != NULL; i++) {
        bench_say(r, " ");
        say_time(r, 12, e->peer[i]);
        say_number(r, 7, 1, e->peer[i] / e->evaluation);
    }
    bench_say(r, "%s%s\n", marks[0] != '\0' ? "  ! " : "", marks);
}

void bench_say_floors(bench_report *r, size_t n, const bench_entry *entries)
{
    bench_say(r, "floor/gen in parts: %20s %14s %12s %14s %12s\n", "normals", "samples, own",
              "BLAS", "update, own", "BLAS");
    for (size_t i = 0; i < n; i++) {
        const double *part = entries[i].part;
        bench_say(r, "%9zu %6zu", entries[i].d, entries[i].popsize);
        say_time(r, 22, part[BENCH_NORMALS]);
        say_time(r, 14, part[BENCH_SAMPLE_OWN]);
        say_time(r, 12, part[BENCH_SAMPLE_BLAS]);
        say_time(r, 14, part[BENCH_UPDATE_OWN]);
        say_time(r, 12, part[BENCH_UPDATE_BLAS]);
        bench_say(r, "\n");
    }
}
