/* SPDX-License-Identifier: MIT
 *
 * See evaluate/slots.h. */
#include "evaluate/slots.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void slots_append(slot_list *l, slot *at)
{
    at->next = NULL;
    *(l->first == NULL ? &l->first : &l->last->next) = at;
    l->last = at;
}

void slots_push(slot_list *l, slot *at)
{
    at->next = l->first;
    if (l->first == NULL) l->last = at;
    l->first = at;
}

slot *slots_pop(slot_list *l)
{
    slot *at = l->first;
    if (at != NULL) l->first = at->next;
    return at;
}

void slots_open(slots *s, size_t n, size_t dim, size_t outputs)
{
    *s = (slots){.n = n, .dim = dim};
    s->all = memory_zeros(n, sizeof *s->all);
    s->x = memory_zeros(n, dim * sizeof *s->x);
    s->values = memory_zeros(n, (1 + outputs) * sizeof *s->values);
    for (size_t i = 0; i < n; i++) {
        s->all[i].x = s->x + i * dim;
        s->all[i].values = s->values + i * (1 + outputs);
        s->all[i].ending.dim = dim;
        s->all[i].ending.x = s->all[i].x;
        s->all[i].ending.values = s->all[i].values;
        slots_append(&s->free, &s->all[i]);
    }
}

void slots_close(slots *s)
{
    free(s->all);
    free(s->x);
    free(s->values);
}

size_t slots_take(slots *s, size_t n, const uint64_t *id, const double *x)
{
    size_t taken = 0;
    for (; taken < n && s->free.first != NULL; taken++) {
        slot *at = slots_pop(&s->free);
        at->ending.record.id = id[taken];
        at->tries = 0;
        at->due = 0;
        at->again = false;
        at->began = 0;
        memcpy(at->x, x + taken * s->dim, s->dim * sizeof *x);
        slots_append(&s->waiting, at);
    }
    return taken;
}

size_t slots_give(slots *s, size_t room, eval_record *to)
{
    size_t n = 0;
    for (; n < room && s->ready.first != NULL; n++) {
        slot *at = slots_pop(&s->ready);
        to[n] = at->ending.record;
        slots_push(&s->free, at);
    }
    return n;
}
