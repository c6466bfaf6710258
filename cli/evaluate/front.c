/* SPDX-License-Identifier: MIT
 *
 * Answers wait in a few places until they are collected; see evaluate/front.h. */
#include "evaluate/front.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 256 };

typedef struct front {
    const evaluator *inner;
    size_t dim;
    front_answer answer;
    void *data;
    size_t n; /* answers that wait: */
    uint64_t id[PLACES];
    double f[PLACES];
    bool answered; /* the last values were of its own */
} front;

/* Answers for the first of n points as long as it can; how many. */
static size_t answer_some(front *a, size_t n, const uint64_t *id, const double *x)
{
    size_t taken = 0;
    while (taken < n && a->n < PLACES &&
           a->answer(a->data, id[taken], x + taken * a->dim, &a->f[a->n])) {
        a->id[a->n++] = id[taken];
        taken++;
    }
    return taken;
}

/* How many of the first of n points have no answer. */
static size_t count_unknown(const front *a, size_t n, const uint64_t *id, const double *x)
{
    size_t k = 0;
    double f;
    while (k < n && !a->answer(a->data, id[k], x + k * a->dim, &f)) k++;
    return k;
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    front *a = self;
    size_t taken = 0;
    while (taken < n) {
        const size_t own = answer_some(a, n - taken, id + taken, x + taken * a->dim);
        taken += own;
        const size_t other = count_unknown(a, n - taken, id + taken, x + taken * a->dim);
        if (other == 0 && own == 0) break; /* all places are taken */
        if (other == 0) continue;
        const size_t passed =
            a->inner->submit(a->inner->self, other, id + taken, x + taken * a->dim);
        taken += passed;
        if (passed < other) break;
    }
    return taken;
}

static size_t collect(void *self, double seconds, size_t room, uint64_t *id, double *f)
{
    front *a = self;
    a->answered = a->n > 0;
    if (!a->answered) return a->inner->collect(a->inner->self, seconds, room, id, f);
    const size_t n = a->n < room ? a->n : room;
    a->n -= n;
    memcpy(id, a->id + a->n, n * sizeof *id);
    memcpy(f, a->f + a->n, n * sizeof *f);
    return n;
}

static const eval_outcome *about(void *self, size_t i)
{
    static const eval_outcome nothing = {.seconds = NAN, .said = ""};
    const front *a = self;
    if (a->answered || a->inner->about == NULL) return &nothing;
    return a->inner->about(a->inner->self, i);
}

nes_status front_open(evaluator *e, size_t dim, const evaluator *inner, front_answer answer,
                      void *data)
{
    front *a = calloc(1, sizeof *a);
    if (a == NULL) return NES_ERR_MEMORY;
    a->inner = inner;
    a->dim = dim;
    a->answer = answer;
    a->data = data;
    *e =
        (evaluator){.submit = submit, .collect = collect, .about = about, .close = free, .self = a};
    return NES_OK;
}
