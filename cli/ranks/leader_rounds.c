/* SPDX-License-Identifier: MIT
 *
 * The observer of rank 0. Before the points of a round are evaluated, the other ranks get what they
 * need to make them: the records of the round before, nine bytes each, or the whole state where
 * records alone do not lead there: at the start, and when limits have changed. Now and then all
 * ranks compare digests of the search. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "ranks/find.h"
#include "ranks/leader_parts.h"

enum { CHECK_EVERY = 100 };

/* Often at first: ranks that compute differently do so from the beginning. */
static bool is_checked(uint64_t fresh)
{
    return fresh < CHECK_EVERY ? (fresh & (fresh - 1)) == 0 : fresh % CHECK_EVERY == 0;
}

static int no_memory(void)
{
    return text_error(EXIT_USAGE, "no memory for the values of a round");
}

/* Remembers the points of a round, whose records are to come. */
static int note_points(leader *l, const nes_points *p)
{
    uint64_t *id = p->n > l->room ? realloc(l->id, p->n * sizeof *id) : l->id;
    if (id == NULL || !nes_board_clear(&l->board, p)) return no_memory();
    if (p->n > l->room) l->room = p->n;
    l->id = id;
    memcpy(l->id, p->id, p->n * sizeof *p->id);
    l->told = 0;
    return 0;
}

static int send_state(leader *l, call *c)
{
    const size_t size = nes_save_size(l->opt);
    char *state = malloc(size);
    size_t n = 0;
    if (state == NULL || nes_save(l->opt, state, size, &n) != NES_OK) {
        free(state);
        return no_memory();
    }
    c->kind = CALL_STATE;
    c->size = n;
    wire_call(l->comm, c);
    wire_share(l->comm, state, n);
    free(state);
    return 0;
}

static void send_records(leader *l, call *c)
{
    char *bytes = (char *)l->board.values;
    const size_t n = nes_board_words(&l->board) * sizeof *l->board.values;
    const size_t first = n < CALL_FIRST ? n : CALL_FIRST;
    c->kind = CALL_ROUND;
    c->size = n;
    memcpy(c->first, bytes, first);
    wire_call(l->comm, c);
    wire_share(l->comm, bytes + first, n - first);
}

static void note_check(leader *l)
{
    check *c = &l->checks[l->round % LEADER_CHECKS];
    *c = (check){.round = l->round, .digest = nes_fingerprint(l->opt)};
}

static int bring_up_to_date(leader *l)
{
    const bool stale = l->stale || l->told != l->board.n;
    call c = {.number = ++l->round};
    l->fresh = stale ? 0 : l->fresh + 1;
    c.checks = is_checked(l->fresh);
    if (c.checks != 0) note_check(l);
    l->stale = false;
    if (stale) return send_state(l, &c);
    send_records(l, &c);
    return 0;
}

static void on_start(void *data, nes_opt *o)
{
    leader *l = data;
    l->opt = o;
    l->stale = true;
    l->use.begin = clock_now();
    l->use.done = 0;
    l->use.lost = 0;
}

static bool on_asked(void *data, nes_opt *o, const nes_points *p)
{
    leader *l = data;
    (void)o;
    if (l->status == 0 && l->ranks > 1) l->status = bring_up_to_date(l);
    if (l->status == 0) l->status = note_points(l, p);
    return l->status != 0;
}

static void take_record(leader *l, const eval_record *r)
{
    nes_board *b = &l->board;
    const size_t i = find_id(l->id, b->n, r->id);
    if (i == b->n) return;
    double *row = nes_board_row(b, i);
    row[0] = r->f;
    for (size_t j = 1; j < b->width && r->outputs != NULL; j++) row[j] = r->outputs[j - 1];
    nes_board_fates(b)[i] = (unsigned char)r->fate;
    l->told++;
}

static bool on_values(void *data, const arrivals *a)
{
    leader *l = data;
    for (size_t k = 0; k < a->n; k++) take_record(l, &a->record[k]);
    return l->status != 0;
}

static bool on_generation(void *data, nes_opt *o)
{
    leader *l = data;
    (void)o;
    if (l->changed != NULL && *l->changed) l->stale = true;
    return l->status != 0;
}

static void on_end(void *data, nes_opt *o)
{
    leader *l = data;
    (void)o;
    l->opt = NULL;
    free(l->id);
    nes_board_free(&l->board);
    l->id = NULL;
    l->told = l->room = 0;
}

observer leader_observer(void *self, const bool *changed)
{
    leader *l = self;
    l->changed = changed;
    return (observer){.start = on_start,
                      .asked = on_asked,
                      .values = on_values,
                      .generation = on_generation,
                      .end = on_end,
                      .data = l};
}

void leader_compare(leader *l, int rank, const news *w)
{
    const check *c = &l->checks[w->id % LEADER_CHECKS];
    if (c->round != w->id || c->digest == w->bits || l->status != 0) return;
    l->status =
        text_error(EXIT_USAGE,
                   "rank %d (%s) no longer holds the same search as rank 0; use the same libraries "
                   "on all machines, pin --kernels, and suspect the memory of a single machine",
                   rank, w->text);
}
