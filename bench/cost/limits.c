/* SPDX-License-Identifier: MIT
 *
 * A table of limits: method, dimensions, quantity and its largest allowed value. */
#include "limits.h"

#include <math.h>
#include <string.h>

typedef double (*quantity)(const bench_entry *e);

static double ratio(const bench_entry *e)
{
    return e->generation / e->floor;
}

/* The time above three times the floor, in microseconds per evaluation. */
static double above_floor(const bench_entry *e)
{
    return e->evaluation - 3 * e->floor / (double)e->popsize;
}

static double per_coordinate(const bench_entry *e)
{
    return 1e3 * e->evaluation / (double)e->d;
}

/* Our time divided by that of the first peer. */
static double beside_peer(const bench_entry *e)
{
    return e->evaluation / e->peer[0];
}

static double evaluation(const bench_entry *e)
{
    return e->evaluation;
}

static double peak(const bench_entry *e)
{
    return e->peak;
}

static const struct {
    const char *method;
    size_t low, high; /* dimensions, ends included */
    quantity of;
    double most;
    const char *text;
} limits[] = {
    {"xnes", 2, 39, above_floor, 0.15, "above 0.15 us + 3 x floor"},
    {"xnes", 40, 1000, ratio, 2.5, "above 2.5 x floor"},
    {"xnes", 10, 10, beside_peer, 1 / 3.0, "not 3 times faster than pagmo"},
    {"xnes", 100, 100, beside_peer, 1 / 20.0, "not 20 times faster than pagmo"},
    {"xnes", 1000, 1000, beside_peer, 1 / 250.0, "not 250 times faster than pagmo"},
    {"xnes", 1000, 1000, peak, 12, "above 12 MB"},
    {"dd-xnes", 10, 10, evaluation, 0.8, "above 0.8 us"},
    {"dd-xnes", 40, 40, evaluation, 1.6, "above 1.6 us"},
    {"dd-xnes", 100, 100, evaluation, 3.2, "above 3.2 us"},
    {"dd-xnes", 400, 400, evaluation, 16, "above 16 us"},
    {"cr-fm-nes", 1000, 1000, per_coordinate, 12, "above 12 ns"},
    {"1+1-xnes", 100, 1000, ratio, 1.5, "above 1.5 x floor"},
    {"snes", 1000, 10000, per_coordinate, 8, "above 8 ns"},
    {"snes", 1000000, 1000000, per_coordinate, 12, "above 12 ns"},
    {"snes", 10000000, 10000000, peak, 400, "above 5 numbers a coordinate"},
};
enum { LIMITS = sizeof limits / sizeof *limits };

static const double MOST_EXPONENT = 2.0; /* of xnes */

size_t bench_marks(const char *method, const bench_entry *e, char *text, size_t size)
{
    size_t marked = 0, used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < LIMITS; i++) {
        if (strcmp(limits[i].method, method) != 0) continue;
        if (e->d < limits[i].low || e->d > limits[i].high) continue;
        if (!(limits[i].of(e) > limits[i].most)) continue; /* also if it is NaN: not measured */
        marked++;
        snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", limits[i].text);
        used = strlen(text);
    }
    return marked;
}

size_t bench_mark_exponent(const char *method, double exponent)
{
    return strcmp(method, "xnes") == 0 && exponent > MOST_EXPONENT;
}

int bench_is_limited(const char *method)
{
    for (size_t i = 0; i < LIMITS; i++)
        if (strcmp(limits[i].method, method) == 0) return 1;
    return 0;
}
