/* SPDX-License-Identifier: MIT
 *
 * Answers wait in a list until they are collected; see evaluate/front.h. */
#include "evaluate/front.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MOST = 256 }; /* answers that may wait */

typedef struct front {
    const evaluator *inner;
    size_t dim;
    front_answer answer;
    void *data;
    size_t n; /* answers that wait, the first submitted first: */
    eval_record waiting[MOST];
} front;

static bool is_known(const front *a, uint64_t id, const double *x, eval_record *to)
{
    *to = eval_measured(id, (double)NAN);
    return a->answer(a->data, x, to);
}

/* Answers for the first of n points as long as it can; how many. */
static size_t answer_some(front *a, size_t n, const uint64_t *id, const double *x)
{
    size_t k = 0;
    while (k < n && a->n < MOST && is_known(a, id[k], x + k * a->dim, &a->waiting[a->n])) {
        a->n++;
        k++;
    }
    return k;
}

/* How many of the first of n points have no answer. */
static size_t count_unknown(const front *a, size_t n, const uint64_t *id, const double *x)
{
    eval_record unused;
    size_t k = 0;
    while (k < n && !is_known(a, id[k], x + k * a->dim, &unused)) k++;
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
        if (other == 0 && own == 0) break; /* no further answer may wait */
        if (other == 0) continue;
        const size_t passed =
            a->inner->submit(a->inner->self, other, id + taken, x + taken * a->dim);
        taken += passed;
        if (passed < other) break;
    }
    return taken;
}

static size_t hand_over(front *a, size_t room, eval_record *to)
{
    const size_t n = a->n < room ? a->n : room;
    memcpy(to, a->waiting, n * sizeof *to);
    a->n -= n;
    memmove(a->waiting, a->waiting + n, a->n * sizeof *a->waiting);
    return n;
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    front *a = self;
    const size_t n = hand_over(a, room, to);
    return n > 0 ? n : a->inner->collect(a->inner->self, seconds, room, to);
}

void front_open(evaluator *e, size_t dim, const evaluator *inner, front_answer answer, void *data)
{
    front *a = memory_zeros(1, sizeof *a);
    a->inner = inner;
    a->dim = dim;
    a->answer = answer;
    a->data = data;
    *e = (evaluator){.submit = submit, .collect = collect, .close = free, .self = a};
}
