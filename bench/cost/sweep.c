/* SPDX-License-Identifier: MIT
 *
 * Dimension after dimension, until a generation would take too long or not fit in memory. */
#include "sweep.h"

#include <math.h>
#include <string.h>

#include "limits.h"
#include "process.h"

enum { MOST_DIMS = 8, TEXT = 256 };

static const size_t full[] = {2, 10, 20, 40, 100, 200, 400, 1000, 0};
static const size_t full_quick[] = {10, 40, 100, 1000, 0};
static const size_t wide[] = {10, 100, 1000, 10000, 100000, 1000000, 10000000, 0};
static const size_t wide_quick[] = {1000, 10000, 1000000, 0};

/* Seconds of the longest generation that is measured: of the reference methods, whose cost grows
 * with a high power of d; of separable ones; of peers. */
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

/* Peer i, unless its last entry says that this one takes too long. */
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

/* Whether dimension d is worth its time and fits; why not, otherwise. */
static bool is_worth(const bench_plan *plan, size_t n, const bench_entry *entries, size_t d,
                     char *why)
{
    const bool matrix = bench_has_matrix(plan->method);
    const double us = bench_forecast(n, entries, d);
    if (us > 1e6 * (matrix ? LONGEST_FULL : LONGEST_WIDE)) {
        snprintf(why, TEXT, "a generation would take about %.1g s", us / 1e6);
        return false;
    }
    /* points, which are handed out in parts beyond 512 MB, and the distribution, twice over */
    const double size = (double)d * sizeof(double), rows = matrix ? (double)d : 40;
    const double need = 2 * (fmin(rows * size, 512e6) + 10 * size), left = bench_memory_left();
    if (!(need > left)) return true; /* NaN: nobody knows */
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

size_t bench_sweep(bench_report *r, const bench_plan *given, const nes_method *m)
{
    const size_t *dims = dims_of(given, m);
    const bench_peer_name *peers = peers_of(given, m);
    bench_entry entries[MOST_DIMS];
    bench_plan plan = *given;
    size_t n = 0, marked = 0;
    char text[TEXT];
    plan.method = m;
    if (bench_is_limited(m->name)) plan.budget *= 2;
    bench_say_head(r, m, peers);
    for (; dims[n] != 0; n++) {
        bench_entry *e = &entries[n];
        if (!is_worth(&plan, n, entries, dims[n], text) ||
            !bench_entry_measure(&plan, dims[n], e, text, sizeof text)) {
            bench_say(r, "%9zu left out: %s\n", dims[n], text);
            break;
        }
        measure_peers(&plan, peers, e, n > 0 ? e - 1 : NULL);
        marked += bench_marks(m->name, e, text, sizeof text);
        bench_say_entry(r, e, peers, text);
    }
    marked += say_exponent(r, m, n, entries);
    if (bench_is_limited(m->name) && bench_has_matrix(m)) bench_say_floors(r, n, entries);
    return marked;
}
