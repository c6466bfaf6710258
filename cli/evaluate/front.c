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

/* Passes on the points in front of the next one that is known, and answers for that one. */
static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    front *a = self;
    eval_record known;
    size_t k = 0, end = 0; /* points taken; points looked at */
    while (k < n) {
        while (end < n && !is_known(a, id[end], x + end * a->dim, &known)) end++;
        if (end > k) k += a->inner->submit(a->inner->self, end - k, id + k, x + k * a->dim);
        if (k < end || k == n || a->n == MOST) break;
        a->waiting[a->n++] = known;
        end = ++k;
    }
    return k;
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
