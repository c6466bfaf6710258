/* SPDX-License-Identifier: MIT
 *
 * Searches in slices; see slices.h. */
#include "support/slices.h"

#include <stdio.h>

#include "support/runs.h"

void slices_meet(slices_meeting *m, size_t count)
{
    *m = (slices_meeting){.count = count};
    pthread_barrier_init(&m->barrier, NULL, (unsigned)count);
}

void slices_part(slices_meeting *m)
{
    pthread_barrier_destroy(&m->barrier);
    free(m->result);
}

/* By one of the threads, while the others wait. */
static void fold(slices_meeting *m)
{
    const struct slices_brought *first = &m->brought[0];
    const size_t n = first->count;
    m->calls++;
    m->numbers += n;
    m->result = realloc(m->result, n * sizeof *m->result);
    for (size_t i = 0; i < n; i++)
        m->result[i] = first->kind == NES_REDUCE_SUM ? 0 : first->part[i];
    for (const struct slices_brought *b = first; b < first + m->count; b++) {
        m->differ |= b->kind != first->kind || b->count != n;
        if (m->differ) return;
        for (size_t k = 0; k < b->parts * n; k++) {
            double *to = &m->result[k % n], v = b->part[k];
            if (b->kind == NES_REDUCE_SUM) {
                *to += v;
                continue;
            }
            m->differ |= isnan(v) || fpclassify(v) == FP_SUBNORMAL; /* a pointer looks like that */
            *to = b->kind == NES_REDUCE_MAX ? fmax(*to, v) : fmin(*to, v);
        }
    }
}

int slices_reduce(void *data, nes_reduction kind, size_t count, size_t parts, const double *part,
                  double *result)
{
    const slices_seat *seat = data;
    slices_meeting *m = seat->meeting;
    m->brought[seat->number] = (struct slices_brought){kind, count, parts, part};
    if (pthread_barrier_wait(&m->barrier) == PTHREAD_BARRIER_SERIAL_THREAD) fold(m);
    pthread_barrier_wait(&m->barrier);
    const bool fails = m->differ || (m->fail_from > 0 && m->calls >= m->fail_from);
    for (size_t i = 0; !fails && i < count; i++) result[i] = m->result[i];
    pthread_barrier_wait(&m->barrier);
    return fails;
}

nes_settings slices_settings(const nes_settings *s, size_t first)
{
    nes_settings part = *s;
    const double **arrays[] = {&part.lower,      &part.upper,       &part.scale,
                               &part.std,        &part.start_lower, &part.start_upper,
                               &part.start_mean, &part.start_std};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (*arrays[i] != NULL) *arrays[i] += first;
    return part;
}

/* The search in one piece, which the slices follow step by step. */
typedef struct course {
    const slices_search *search;
    pthread_barrier_t step; /* of all slices and of this one */
    nes_points p;
    const double *f;
    nes_status told;
    bool over;
    nes_result result;
    double condition;
} course;

typedef struct follower {
    course *whole;
    slices_seat seat;
    nes_slice slice;
    pthread_t thread;
    char wrong[1024]; /* the first difference */
} follower;

static void expect(follower *w, bool so, const char *what)
{
    if (!so && w->wrong[0] == '\0')
        snprintf(w->wrong, sizeof w->wrong, "slice %zu: %s", w->seat.number, what);
}

static bool same(const double *a, const double *b, size_t n)
{
    return (a == NULL) == (b == NULL) && (a == NULL || memcmp(a, b, n * sizeof *a) == 0);
}

static void compare_points(follower *w, const nes_points *own)
{
    const nes_points *p = &w->whole->p;
    expect(w, own->n == p->n && own->dim == w->slice.n, "number of points");
    for (size_t k = 0; own->n == p->n && k < p->n; k++) {
        expect(w, same(own->x + k * own->dim, p->x + k * p->dim + w->slice.first, own->dim),
               "points");
        expect(w, own->id[k] == p->id[k], "ids");
    }
}

static const double *part_of(const follower *w, const double *all)
{
    return all != NULL ? all + w->slice.first : NULL;
}

static void compare_results(follower *w, nes_opt *o)
{
    const nes_result *a = &w->whole->result;
    nes_result r;
    double condition = 0;
    expect(w, nes_get_result(o, &r) == NES_OK, "no result");
    expect(w, nes_get_real(o, "condition", &condition) == NES_OK, "no condition");
    expect(w, same(&r.best_f, &a->best_f, 1), "best value");
    expect(w, same(r.best_x, part_of(w, a->best_x), r.dim), "best point");
    expect(w, same(r.mean_x, part_of(w, a->mean_x), r.dim), "mean");
    expect(w, same(r.std_x, part_of(w, a->std_x), r.dim), "standard deviations");
    expect(w, same(&r.sigma, &a->sigma, 1), "sigma");
    expect(w, same(&condition, &w->whole->condition, 1), "condition");
    expect(w, r.evaluations == a->evaluations && r.generations == a->generations, "counts");
    expect(w, r.failed == a->failed && r.nonfinite == a->nonfinite, "counts of failures");
    expect(w, r.restarts == a->restarts && r.best_run == a->best_run, "runs");
    expect(w, r.stop == a->stop, "reason to stop");
    expect(w, same(&r.stop_value, &a->stop_value, 1), "stop value");
    expect(w, strcmp(r.stop_text, a->stop_text) == 0, r.stop_text);
    expect(w, strcmp(r.trust_text, a->trust_text) == 0, r.trust_text);
}

/* The handle that goes on where this one was. */
static nes_opt *reload(follower *w, nes_opt *o)
{
    const size_t size = nes_save_size(o);
    void *data = malloc(size);
    char message[NES_MESSAGE_SIZE] = "";
    nes_opt *again = NULL;
    expect(w, nes_save(o, data, size, NULL) == NES_OK, "not saved");
    expect(w,
           nes_load_slice(&again, data, size, &w->slice, NULL, message, sizeof message) == NES_OK,
           message);
    expect(w, nes_fingerprint(o) == nes_fingerprint(again), "fingerprint after loading");
    free(data);
    nes_destroy(o);
    return again;
}

/* The handle of a slice; null: there is none. */
static nes_opt *start(follower *w)
{
    const slices_search *t = w->whole->search;
    const size_t first = w->slice.first;
    const nes_settings s = slices_settings(t->s, first);
    const double *x0 = t->x0 != NULL ? t->x0 + first : NULL;
    char message[NES_MESSAGE_SIZE] = "";
    nes_opt *o = NULL;
    const nes_status st = nes_create_slice(&o, t->dim, &w->slice, x0, &s, message, sizeof message);
    expect(w, st == NES_OK, message);
    if (o != NULL && t->prepare != NULL) t->prepare(o, first);
    return o;
}

static void *follow(void *data)
{
    follower *w = data;
    course *whole = w->whole;
    const bool reloads = whole->search->reloads;
    nes_opt *o = start(w);
    for (;;) {
        nes_points p = {0};
        pthread_barrier_wait(&whole->step); /* the whole has asked, or is over */
        if (whole->over) break;
        if (o != NULL && reloads) o = reload(w, o);
        if (o != NULL) expect(w, nes_ask(o, &p) == NES_OK, nes_message(o));
        if (o != NULL) compare_points(w, &p);
        if (o != NULL && reloads) o = reload(w, o); /* in the middle of a generation */
        if (o != NULL && reloads) expect(w, nes_ask(o, &p) == NES_OK, nes_message(o));
        if (o != NULL) expect(w, marked_tell(o, p.n, whole->f) == NES_OK, nes_message(o));
        pthread_barrier_wait(&whole->step); /* the whole may go on */
    }
    if (o != NULL) compare_results(w, o);
    pthread_barrier_wait(&whole->step);
    nes_destroy(o);
    return NULL;
}

/* The whole search, a step ahead of the slices. */
static void lead(course *c, nes_opt *o, nes_objective f, size_t tells)
{
    for (; tells > 0 && nes_stopped(o) == NES_RUNNING; tells--) {
        assert_int_equal(nes_ask(o, &c->p), NES_OK);
        for (size_t k = 0; k < c->p.n; k++) c->p.f[k] = f(c->p.dim, c->p.x + k * c->p.dim, NULL);
        c->f = c->p.f;
        pthread_barrier_wait(&c->step);
        pthread_barrier_wait(&c->step);
        assert_int_equal(marked_tell(o, c->p.n, c->f), NES_OK);
    }
    c->result = run_result(o);
    assert_int_equal(nes_get_real(o, "condition", &c->condition), NES_OK);
    c->over = true;
    pthread_barrier_wait(&c->step);
    pthread_barrier_wait(&c->step);
}

/* Slices one after the other. */
static void cut(const slices_search *t, course *c, slices_meeting *m, follower *w)
{
    size_t first = 0;
    for (size_t i = 0; i < t->count; i++) {
        const size_t n = t->parts[i] * NES_PART, left = t->dim - first;
        w[i].whole = c;
        w[i].seat = (slices_seat){m, i};
        w[i].slice = (nes_slice){first, left < n ? left : n, slices_reduce, &w[i].seat};
        first += n;
    }
}

nes_stop slices_compare_search(const slices_search *t)
{
    slices_meeting m;
    course c = {.search = t};
    follower w[SLICES_MOST] = {0};
    nes_opt *o = run_start(t->dim, t->x0, t->s);
    if (t->prepare != NULL) t->prepare(o, 0);
    slices_meet(&m, t->count);
    pthread_barrier_init(&c.step, NULL, (unsigned)t->count + 1);
    cut(t, &c, &m, w);
    for (size_t i = 0; i < t->count; i++)
        assert_int_equal(pthread_create(&w[i].thread, NULL, follow, &w[i]), 0);
    lead(&c, o, t->f, t->tells);
    for (size_t i = 0; i < t->count; i++) pthread_join(w[i].thread, NULL);
    for (size_t i = 0; i < t->count; i++)
        if (w[i].wrong[0] != '\0') fail_msg("%s", w[i].wrong);
    assert_false(m.differ);
    assert_true(m.calls > 0);
    const nes_stop stop = nes_stopped(o);
    pthread_barrier_destroy(&c.step);
    slices_part(&m);
    nes_destroy(o);
    return stop;
}
