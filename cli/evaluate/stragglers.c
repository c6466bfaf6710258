/* SPDX-License-Identifier: MIT
 *
 * See evaluate/stragglers.h. */
#include "evaluate/stragglers.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/order.h"

/* A point that the inner evaluator has. */
typedef struct point {
    uint64_t id;
    double given; /* when it got it */
    bool late;    /* nobody waits for it any more */
} point;

struct stragglers {
    const evaluator *inner;
    size_t jobs;
    double factor;
    point *point; /* n of at most jobs; owned, as the rest */
    size_t n, late;
    uint64_t *id; /* of a collect of the inner evaluator */
    double *f;
    eval_outcome *outcome; /* of the last collect of ours */

    nes_opt *opt;        /* of the run; borrowed */
    uint64_t generation; /* the number of the one that is under way, from 1: */
    size_t asked;        /* its points, those asked for again included, */
    size_t gone;         /* those that are late, by this or an earlier decision, */
    size_t failed;       /* those that failed, */
    size_t finished;     /* and those with a value: */
    double *seconds;     /* that n_seconds of them took */
    size_t n_seconds, room;
};

/* ---- the decision --------------------------------------------------------------------------- */

/* When the points that are still waited for become late, unless a value comes before. Infinite:
 * what is known so far does not tell. Failures say nothing of how long a value takes. */
static double closing_time(stragglers *s)
{
    const size_t open = s->n - s->late, ended = s->finished + s->failed + s->gone;
    double last = -INFINITY;
    if (open == 0 || open + ended != s->asked || 2 * s->finished < s->asked - s->failed ||
        s->n_seconds == 0)
        return INFINITY;
    qsort(s->seconds, s->n_seconds, sizeof *s->seconds, order_reals);
    for (size_t i = 0; i < s->n; i++)
        if (!s->point[i].late) last = fmax(last, s->point[i].given);
    return last + s->factor * s->seconds[s->n_seconds / 2];
}

/* Hands over points that are late, without their values. */
static size_t give_up(stragglers *s, size_t room, uint64_t *id, double *f)
{
    const double now = clock_now();
    size_t n = 0;
    for (size_t i = 0; i < s->n && n < room; i++) {
        point *p = &s->point[i];
        if (p->late) continue;
        p->late = true;
        s->late++;
        s->outcome[n] = (eval_outcome){.seconds = now - p->given, .said = "", .late = true};
        id[n] = p->id;
        f[n++] = NAN;
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

static void note_outcome(const stragglers *s, size_t i, double seconds, eval_outcome *to)
{
    const evaluator *e = s->inner;
    *to = e->about == NULL ? (eval_outcome){.seconds = (double)NAN, .said = ""}
                           : *e->about(e->self, i);
    if (isnan(to->seconds)) to->seconds = seconds;
}

/* Takes what the inner evaluator has, and passes on what is not late. */
static size_t pass(stragglers *s, double patience, size_t room, uint64_t *id, double *f)
{
    const evaluator *e = s->inner;
    const size_t most = room < s->n ? room : s->n,
                 came = s->n == 0 ? 0 : e->collect(e->self, patience, most, s->id, s->f);
    const double now = clock_now();
    size_t n = 0;
    for (size_t i = 0; i < came; i++) {
        point *p = find(s, s->id[i]);
        if (p->late) {
            s->late--;
        } else {
            note_outcome(s, i, now - p->given, &s->outcome[n]);
            id[n] = s->id[i];
            f[n++] = s->f[i];
        }
        *p = s->point[--s->n];
    }
    return n;
}

/* ---- the evaluator -------------------------------------------------------------------------- */

/* Where stragglers have all places, one of them is waited for: but not so long that nobody else
 * hears of anything. */
static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    stragglers *s = self;
    uint64_t none_id;
    double none;
    if (s->n == s->jobs && s->late == s->n) pass(s, OBSERVER_PATIENCE, 1, &none_id, &none);
    const size_t room = s->jobs - s->n, most = n < room ? n : room;
    const size_t taken = most == 0 ? 0 : s->inner->submit(s->inner->self, most, id, x);
    for (size_t i = 0; i < taken; i++)
        s->point[s->n++] = (point){.id = id[i], .given = clock_now()};
    return taken;
}

static size_t collect(void *self, double seconds, size_t room, uint64_t *id, double *f)
{
    stragglers *s = self;
    const double now = clock_now(), left = closing_time(s) - now;
    const size_t n = pass(s, fmax(fmin(seconds, left), 0), room, id, f);
    if (n > 0 || clock_now() < closing_time(s)) return n;
    return give_up(s, room, id, f);
}

static const eval_outcome *about(void *self, size_t i)
{
    const stragglers *s = self;
    return &s->outcome[i];
}

static void close_stragglers(void *self)
{
    stragglers *s = self;
    free(s->point);
    free(s->id);
    free(s->f);
    free(s->outcome);
    free(s->seconds);
    free(s);
}

nes_status stragglers_open(stragglers **to, evaluator *e, const evaluator *inner, size_t jobs,
                           double factor)
{
    stragglers *s = calloc(1, sizeof *s);
    if (s == NULL) return NES_ERR_MEMORY;
    s->inner = inner;
    s->jobs = jobs;
    s->factor = factor;
    s->point = calloc(jobs, sizeof *s->point);
    s->id = calloc(jobs, sizeof *s->id);
    s->f = calloc(jobs, sizeof *s->f);
    s->outcome = calloc(jobs, sizeof *s->outcome);
    if (s->point == NULL || s->id == NULL || s->f == NULL || s->outcome == NULL) {
        close_stragglers(s);
        return NES_ERR_MEMORY;
    }
    *to = s;
    *e = (evaluator){
        .submit = submit, .collect = collect, .about = about, .close = close_stragglers, .self = s};
    return NES_OK;
}

/* ---- the observer --------------------------------------------------------------------------- */

static void on_start(void *data, nes_opt *o)
{
    stragglers *s = data;
    s->opt = o;
}

/* Points that have failed are asked for once more, a few at a time. What the others of their
 * generation took still counts, or else nothing would end a second attempt that hangs. */
static void add_points(stragglers *s, uint64_t generation, size_t n)
{
    if (generation != s->generation)
        s->asked = s->failed = s->finished = s->gone = s->n_seconds = 0;
    s->generation = generation;
    s->asked += n;
    if (s->asked <= s->room) return;
    double *seconds = realloc(s->seconds, 2 * s->asked * sizeof *seconds);
    if (seconds == NULL) return; /* the median is that of fewer values */
    s->seconds = seconds;
    s->room = 2 * s->asked;
}

static void add_value(stragglers *s, double f, double seconds)
{
    const bool failed = nes_is_eval_failed(f);
    s->failed += failed;
    s->finished += !failed;
    if (!failed && !isnan(seconds) && s->n_seconds < s->room) s->seconds[s->n_seconds++] = seconds;
}

static bool on_asked(void *data, const nes_points *p)
{
    stragglers *s = data;
    uint64_t generations = 0;
    nes_get_count(s->opt, "generations", &generations);
    add_points(s, generations + 1, p->n);
    return false;
}

void stragglers_recall(stragglers *s, uint64_t generation, bool late, double f, double seconds)
{
    add_points(s, generation, 1);
    if (late)
        s->gone++;
    else
        add_value(s, f, seconds);
}

static bool on_values(void *data, const arrivals *a)
{
    stragglers *s = data;
    for (size_t i = 0; i < a->n; i++) {
        const eval_outcome *what = a->from->about == NULL ? NULL : a->from->about(a->from->self, i);
        add_value(s, a->f[i], what == NULL ? (double)NAN : what->seconds);
    }
    return false;
}

static void on_late(void *data, size_t n, const uint64_t *id)
{
    (void)id;
    stragglers *s = data;
    s->gone += n;
}

observer stragglers_observer(stragglers *s)
{
    return (observer){
        .start = on_start, .asked = on_asked, .values = on_values, .late = on_late, .data = s};
}
