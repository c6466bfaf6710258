/* SPDX-License-Identifier: MIT
 *
 * See evaluate/stragglers.h. */
#include "evaluate/stragglers.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "mpi/rule.h"

/* A point that the inner evaluator has. */
typedef struct point {
    uint64_t id;
    double given; /* when it got it */
    bool late;    /* nobody waits for it any more */
} point;

struct stragglers {
    const evaluator *inner;
    size_t jobs;
    point *point; /* n of at most jobs; owned, as the rest */
    size_t n, late;

    nes_opt *opt;  /* of the run; borrowed */
    nes_rule rule; /* of which generation what is known */
};

/* When the points that are still waited for become late, unless a record comes before. */
static double closing_time(const stragglers *s)
{
    const double patience = nes_rule_patience(&s->rule, s->n - s->late);
    double last = -INFINITY;
    if (isinf(patience)) return INFINITY;
    for (size_t i = 0; i < s->n; i++)
        if (!s->point[i].late) last = fmax(last, s->point[i].given);
    return last + patience;
}

/* Hands over points that are late. */
static size_t give_up(stragglers *s, size_t room, eval_record *to)
{
    const double now = clock_now();
    size_t n = 0;
    for (size_t i = 0; i < s->n && n < room; i++) {
        point *p = &s->point[i];
        if (p->late) continue;
        p->late = true;
        s->late++;
        to[n] = eval_measured(p->id, (double)NAN);
        to[n].fate = NES_LATE;
        to[n++].seconds = now - p->given;
    }
    return n;
}

/* ---- values --------------------------------------------------------------------------------- */

static point *find(stragglers *s, uint64_t id)
{
    size_t i = 0;
    while (s->point[i].id != id) i++; /* the inner evaluator gives back what it got */
    return &s->point[i];
}

/* Takes what the inner evaluator has, and passes on what is not late. */
static size_t pass(stragglers *s, double patience, size_t room, eval_record *to)
{
    const evaluator *e = s->inner;
    const size_t most = room < s->n ? room : s->n,
                 came = s->n == 0 ? 0 : e->collect(e->self, patience, most, to);
    const double now = clock_now();
    size_t n = 0;
    for (size_t i = 0; i < came; i++) {
        point *p = find(s, to[i].id);
        if (isnan(to[i].seconds)) to[i].seconds = now - p->given;
        if (p->late)
            s->late--;
        else
            to[n++] = to[i];
        *p = s->point[--s->n];
    }
    return n;
}

/* ---- the evaluator -------------------------------------------------------------------------- */

/* Where stragglers have all jobs, one of them is waited for: but not so long that nobody else
 * hears of anything. */
static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    stragglers *s = self;
    eval_record none;
    if (s->n == s->jobs && s->late == s->n) pass(s, OBSERVER_PATIENCE, 1, &none);
    const size_t room = s->jobs - s->n, most = n < room ? n : room;
    const size_t taken = most == 0 ? 0 : s->inner->submit(s->inner->self, most, id, x);
    for (size_t i = 0; i < taken; i++)
        s->point[s->n++] = (point){.id = id[i], .given = clock_now()};
    return taken;
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    stragglers *s = self;
    const double now = clock_now(), left = closing_time(s) - now;
    const size_t n = pass(s, fmax(fmin(seconds, left), 0), room, to);
    if (n > 0 || clock_now() < closing_time(s)) return n;
    return give_up(s, room, to);
}

static void close_stragglers(void *self)
{
    stragglers *s = self;
    free(s->point);
    nes_rule_free(&s->rule);
    free(s);
}

stragglers *stragglers_open(evaluator *e, const evaluator *inner, size_t jobs, double factor)
{
    stragglers *s = memory_zeros(1, sizeof *s);
    s->inner = inner;
    s->jobs = jobs;
    s->rule.factor = factor;
    s->point = memory_zeros(jobs, sizeof *s->point);
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_stragglers, .self = s};
    return s;
}

/* ---- the observer --------------------------------------------------------------------------- */

static void on_start(void *data, nes_opt *o)
{
    stragglers *s = data;
    s->opt = o;
}

static bool on_asked(void *data, const nes_points *p)
{
    stragglers *s = data;
    uint64_t generations = 0;
    nes_get_count(s->opt, "generations", &generations);
    nes_rule_ask(&s->rule, generations + 1, p->n);
    return false;
}

void stragglers_recall(stragglers *s, uint64_t generation, nes_fate fate, double seconds)
{
    nes_rule_ask(&s->rule, generation, 1);
    nes_rule_note(&s->rule, fate, seconds);
}

static bool on_values(void *data, const arrivals *a)
{
    stragglers *s = data;
    for (size_t i = 0; i < a->n; i++)
        nes_rule_note(&s->rule, a->record[i].fate, a->record[i].seconds);
    return false;
}

observer stragglers_observer(stragglers *s)
{
    return (observer){.start = on_start, .asked = on_asked, .values = on_values, .data = s};
}
