/* SPDX-License-Identifier: MIT
 *
 * Measures one entry, with floor and method taking turns, and forecasts the cost of the next. */
#include "entry.h"

#include <math.h>
#include <string.h>

#include "floor.h"
#include "subject.h"

bool bench_has_matrix(const nes_method *m)
{
    static const char *const linear[] = {"gauss-diag", "gauss-radial", "gauss-vd", "gauss-lm"};
    char family[64] = "";
    nes_method_get(m, "family", family, sizeof family);
    for (size_t i = 0; i < sizeof linear / sizeof *linear; i++)
        if (strcmp(family, linear[i]) == 0) return false;
    return true;
}

double bench_forecast(size_t n, const bench_entry *entries, size_t d)
{
    if (n == 0) return 0;
    const bench_entry *last = &entries[n - 1], *before = n > 1 ? last - 1 : last;
    double slope = 1;
    if (n > 1)
        slope = fmax(1, log(last->generation / before->generation) /
                            log((double)last->d / (double)before->d));
    return last->generation * pow((double)d / (double)last->d, slope);
}

/* The method's own time per evaluation and per generation, from the least times of a round and of a
 * value. With importance mixing some rows of a generation are old, so a round has fewer points. */
static void divide(const bench_subject *s, double round, double value, bench_entry *e)
{
    const double points = (double)s->evaluations / (double)s->rounds;
    const double passed = (double)s->generations / (double)s->rounds;
    const double own = 1e6 * (round - points * value);
    e->evaluation = own / points;
    e->generation = own / passed;
}

bool bench_entry_measure(const bench_plan *plan, size_t d, bench_entry *e, char *why, size_t size)
{
    const nes_method *m = plan->method;
    bench_subject s;
    bench_floor f;
    bench_task tasks[BENCH_FLOOR_TASKS + 2];
    *e = (bench_entry){.d = d};
    for (size_t i = 0; i < BENCH_PEERS; i++) e->peer[i] = NAN;
    const nes_status st = bench_subject_open(&s, m, d);
    if (st != NES_OK) {
        snprintf(why, size, "%s", nes_strerror(st));
        return false;
    }
    e->popsize = s.popsize;
    bench_floor_open(&f, d, s.popsize, bench_has_matrix(m), s.elitist ? BENCH_IMPROVEMENTS : 1);
    tasks[0] = (bench_task){.run = bench_subject_run, .data = &s, .unit = s.period};
    tasks[1] = (bench_task){.run = bench_subject_values, .data = &s};
    const size_t n = 2 + bench_floor_tasks(&f, tasks + 2);
    bench_measure(n, tasks, plan->budget);
    bench_subject_close(&s);
    divide(&s, tasks[0].least, tasks[1].least, e);
    for (size_t i = 2; i < n; i++) e->part[i - 2] = 1e6 * tasks[i].least;
    e->floor = 1e6 * bench_floor_sum(&f, tasks + 2);
    bench_floor_close(&f);
    return true;
}

void bench_entry_best(bench_entry *e, const bench_entry *again)
{
    e->evaluation = fmin(e->evaluation, again->evaluation);
    e->generation = fmin(e->generation, again->generation);
    e->floor = fmin(e->floor, again->floor);
    for (size_t i = 0; i < BENCH_FLOOR_TASKS; i++) e->part[i] = fmin(e->part[i], again->part[i]);
    for (size_t i = 0; i < BENCH_PEERS; i++) e->peer[i] = fmin(e->peer[i], again->peer[i]);
}

double bench_exponent(size_t n, const bench_entry *entries, size_t low)
{
    double m = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < n; i++) {
        if (entries[i].d < low) continue;
        const double a = log((double)entries[i].d), b = log(entries[i].evaluation);
        m++;
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    return m < 2 ? NAN : (m * xy - x * y) / (m * xx - x * x);
}
