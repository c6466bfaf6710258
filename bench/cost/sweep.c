/* SPDX-License-Identifier: MIT
 *
 * Goes through the dimensions until a generation would take too long or need too much memory.
 * Methods with limits are measured in several passes, of which the best times count. */
#define _POSIX_C_SOURCE 200809L
#include "sweep.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "limits.h"
#include "process.h"

enum { MOST_DIMS = 8, TEXT = 256, PASSES = 3 };

static const size_t full[] = {2, 10, 20, 40, 100, 200, 400, 1000, 0};
static const size_t full_quick[] = {10, 40, 100, 1000, 0};
static const size_t wide[] = {10, 100, 1000, 10000, 100000, 1000000, 10000000, 0};
static const size_t wide_quick[] = {1000, 10000, 1000000, 0};

/* Longest generations that are measured, in seconds: of methods with a matrix, of which some cost a
 * high power of d; of separable methods; of peers. */
static const double LONGEST_FULL = 0.5, LONGEST_WIDE = 20, LONGEST_PEER = 3;

static const bench_peer_name xnes_peers[BENCH_PEERS] = {{"xnes", "pagmo xnes"},
                                                        {"cmaes", "pagmo cmaes"}};
static const bench_peer_name snes_peers[BENCH_PEERS] = {{"isres", "NLopt isres"}, {NULL, NULL}};

static const size_t *dims_of(const bench_plan *plan, const nes_method *m)
{
    if (bench_has_matrix(m)) return plan->quick ? full_quick : full;
    return plan->quick ? wide_quick : wide;
}

static const bench_peer_name *peers_of(const bench_plan *plan, const nes_method *m)
{
    if (plan->peers == NULL) return NULL;
    if (strcmp(m->name, "xnes") == 0) return xnes_peers;
    return strcmp(m->name, "snes") == 0 ? snes_peers : NULL;
}

/* The time of peer i, or NaN if its last entry says that this one would take too long. */
static double peer(const bench_plan *plan, const bench_peer_name *name, size_t i,
                   const bench_entry *e, const bench_entry *last)
{
    if (last != NULL) {
        const double power = bench_has_matrix(plan->method) ? 3 : 1;
        const double us =
            last->peer[i] * (double)e->popsize * pow((double)e->d / (double)last->d, power);
        if (!(us <= 1e6 * LONGEST_PEER)) return NAN;
    }
    return bench_peer(plan->peers, name->word, e->d, e->popsize, plan->budget / 2);
}

static void measure_peers(const bench_plan *plan, const bench_peer_name *peers, bench_entry *e,
                          const bench_entry *last)
{
    for (size_t i = 0; peers != NULL && i < BENCH_PEERS && peers[i].word != NULL; i++)
        e->peer[i] = peer(plan, &peers[i], i, e, last);
}

/* Whether dimension d takes a bearable time and fits into memory; if not, why says the reason. */
static bool is_worth(const bench_plan *plan, size_t n, const bench_entry *entries, size_t d,
                     char *why)
{
    const bool matrix = bench_has_matrix(plan->method);
    const double us = bench_forecast(n, entries, d);
    if (us > 1e6 * (matrix ? LONGEST_FULL : LONGEST_WIDE)) {
        snprintf(why, TEXT, "a generation would take about %.1g s", us / 1e6);
        return false;
    }
    /* Twice the size of the points and the distribution. Points never take more than 512 MB: a
     * larger generation is handed out in parts. */
    const double size = (double)d * sizeof(double), rows = matrix ? (double)d : 40;
    const double need = 2 * (fmin(rows * size, 512e6) + 10 * size), left = bench_memory_left();
    if (!(need > left)) return true; /* also if left is NaN: not known */
    snprintf(why, TEXT, "it would take %.1f GB of memory; %.1f are free", need / 1e9, left / 1e9);
    return false;
}

static size_t say_exponent(bench_report *r, const nes_method *m, size_t n, const bench_entry *e)
{
    const double exponent = bench_exponent(n, e, 100);
    if (isnan(exponent)) return 0;
    const size_t marked = bench_mark_exponent(m->name, exponent);
    bench_say(r, "exponent of us/eval from d = 100 on: %.2f%s\n", exponent,
              marked > 0 ? "  ! above 2" : "");
    return marked;
}

static void say_progress(const nes_method *m, size_t d, int pass)
{
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%s, d = %zu, pass %d    \r", m->name, d, pass);
}

/* The first pass over the dimensions. Returns how many were measured. If there are more, the next
 * entry has its dimension, and why says why it was left out. */
static size_t first_pass(const bench_plan *plan, bench_entry *entries, char *why)
{
    const size_t *dims = dims_of(plan, plan->method);
    const bench_peer_name *peers = peers_of(plan, plan->method);
    size_t n = 0;
    for (; dims[n] != 0; n++) {
        bench_entry *e = &entries[n];
        *e = (bench_entry){.d = dims[n]};
        say_progress(plan->method, dims[n], 1);
        if (!is_worth(plan, n, entries, dims[n], why) ||
            !bench_entry_measure(plan, dims[n], e, why, TEXT))
            break;
        e->peak = bench_peak(plan->self, plan->method->name, dims[n]); /* the same in every pass */
        measure_peers(plan, peers, e, n > 0 ? e - 1 : NULL);
    }
    return n;
}

/* Another pass, some time later: if the machine is slow for a minute, that spoils one pass only. */
static void next_pass(const bench_plan *plan, int pass, size_t n, bench_entry *entries)
{
    char why[TEXT];
    bench_entry again;
    for (size_t i = 0; i < n; i++) {
        if (entries[i].generation > 1e6 * LONGEST_FULL) continue;
        say_progress(plan->method, entries[i].d, pass);
        if (!bench_entry_measure(plan, entries[i].d, &again, why, TEXT)) continue;
        measure_peers(plan, peers_of(plan, plan->method), &again, i > 0 ? &entries[i - 1] : NULL);
        bench_entry_best(&entries[i], &again);
    }
}

size_t bench_sweep(bench_report *r, const bench_plan *given, const nes_method *m)
{
    const bench_peer_name *peers = peers_of(given, m);
    const int passes = bench_is_limited(m->name) ? PASSES : 1;
    bench_entry entries[MOST_DIMS];
    bench_plan plan = *given;
    size_t marked = 0;
    char text[TEXT];
    plan.method = m;
    bench_say_head(r, m, peers);
    const size_t n = first_pass(&plan, entries, text);
    const bool left_out = dims_of(&plan, m)[n] != 0;
    for (int pass = 2; pass <= passes; pass++) next_pass(&plan, pass, n, entries);
    char marks[TEXT];
    for (size_t i = 0; i < n; i++) {
        marked += bench_marks(m->name, &entries[i], marks, sizeof marks);
        bench_say_entry(r, &entries[i], peers, marks);
    }
    if (left_out) bench_say(r, "%9zu left out: %s\n", entries[n].d, text);
    marked += say_exponent(r, m, n, entries);
    if (bench_is_limited(m->name) && bench_has_matrix(m)) bench_say_floors(r, n, entries);
    return marked;
}
