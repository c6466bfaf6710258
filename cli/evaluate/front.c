/* SPDX-License-Identifier: MIT
 *
 * Answers wait in a list until they are collected; see evaluate/front.h. */
#include "evaluate/front.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MOST = 256, TEXT = 200 }; /* most answers that may wait; bytes of a copied text */

typedef struct front {
    const evaluator *inner;
    size_t dim;
    front_answer answer;
    void *data;
    size_t n; /* number of answers that wait, in the order of their points */
    eval_record waiting[MOST];
    size_t outputs, next; /* next: where the next copy goes, in a circle */
    double *copies;       /* MOST rows of outputs; owned */
    char (*texts)[TEXT];  /* and texts; owned */
} front;

static bool is_known(const front *a, uint64_t id, const double *x, eval_record *to)
{
    *to = eval_measured(id, (double)NAN);
    return a->answer(a->data, x, to);
}

/* Copies what a record borrows. An answer leaves before MOST others have come. */
static void copy(front *a, eval_record *r)
{
    const size_t at = a->next++ % MOST;
    double *row = a->copies + at * a->outputs;
    if (r->outputs != NULL) memcpy(row, r->outputs, a->outputs * sizeof *row);
    if (r->failure != NULL) snprintf(a->texts[at], TEXT, "%s", r->failure);
    if (r->outputs != NULL) r->outputs = row;
    if (r->failure != NULL) r->failure = a->texts[at];
}

/* Passes on the points in front of the next one that is known, and answers for that one. */
static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    front *a = self;
    eval_record known;
    size_t k = 0, end = 0; /* number of points taken, and of points looked at */
    while (k < n) {
        while (end < n && !is_known(a, id[end], x + end * a->dim, &known)) end++;
        if (end > k) k += a->inner->submit(a->inner->self, end - k, id + k, x + k * a->dim);
        if (k < end || k == n || a->n == MOST) break;
        if (a->outputs > 0) copy(a, &known);
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

static void close_front(void *self)
{
    front *a = self;
    free(a->copies);
    free(a->texts);
    free(a);
}

void front_open(evaluator *e, size_t dim, size_t outputs, const evaluator *inner,
                front_answer answer, void *data)
{
    front *a = memory_zeros(1, sizeof *a);
    a->inner = inner;
    a->dim = dim;
    a->answer = answer;
    a->data = data;
    a->outputs = outputs;
    if (outputs > 0) {
        a->copies = memory_zeros(MOST, outputs * sizeof *a->copies);
        a->texts = memory_zeros(MOST, sizeof *a->texts);
    }
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_front, .self = a};
}
