/* SPDX-License-Identifier: MIT
 *
 * Lists of the places of an evaluator: free ones, those with a point that waits, those with a
 * record that is ready. A place is in one of them at most. It has a link as its first member, so
 * that its address is that of the link. */
#pragma once

#include <stddef.h>

typedef struct list_link {
    struct list_link *next;
} list_link;

typedef struct list {
    list_link *first, *last; /* null: it is empty */
} list;                      /* all zero is empty */

static inline void list_append(list *l, void *place)
{
    list_link *at = place;
    at->next = NULL;
    if (l->first == NULL)
        l->first = at;
    else
        l->last->next = at;
    l->last = at;
}

/* In front of all others. */
static inline void list_push(list *l, void *place)
{
    list_link *at = place;
    at->next = l->first;
    if (l->first == NULL) l->last = at;
    l->first = at;
}

/* The first one, which leaves the list; there is one. */
static inline void *list_pop(list *l)
{
    list_link *at = l->first;
    l->first = at->next;
    return at;
}
