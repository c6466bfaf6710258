/* SPDX-License-Identifier: MIT
 *
 * One ask of the calm twin, and the values of its points. */
#include "soak/round.h"

#include <stdlib.h>
#include <string.h>

static bool make_room(soak_round *r, size_t n, size_t dim)
{
    if (n <= r->room) return true;
    uint64_t *id = realloc(r->id, n * sizeof *id);
    if (id != NULL) r->id = id;
    double *x = realloc(r->x, n * dim * sizeof *x), *f = realloc(r->f, n * sizeof *f);
    if (x != NULL) r->x = x;
    if (f != NULL) r->f = f;
    size_t *order = realloc(r->order, n * sizeof *order);
    if (order != NULL) r->order = order;
    if (id == NULL || x == NULL || f == NULL || order == NULL) return false;
    r->room = n;
    return true;
}

static void shuffle(chance *c, size_t n, size_t *order)
{
    for (size_t i = 0; i < n; i++) order[i] = i;
    for (size_t i = n; i > 1; i--) {
        const size_t j = chance_below(c, i), kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

/* How often that id has been told before, in this generation; counts this time. */
static uint64_t times_told(soak_tries *t, uint64_t id)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->list[i].id == id) return t->list[i].times++;
    if (t->n == t->room) {
        const size_t room = 2 * t->room + 16;
        struct soak_try *list = realloc(t->list, room * sizeof *list);
        if (list == NULL) return 0;
        t->list = list;
        t->room = room;
    }
    t->list[t->n++] = (struct soak_try){id, 1};
    return 0;
}

/* Only evaluations that fail are made again: without any, nobody has to remember. */
static void evaluate(soak_twins *t)
{
    soak_round *r = &t->round;
    uint64_t generation = 0;
    nes_get_count(t->calm, "generations", &generation);
    if (generation != t->tries.generation) t->tries.n = 0;
    t->tries.generation = generation;
    for (size_t i = 0; i < r->told; i++) {
        const bool again = !t->p->by_point && t->p->failing > 0;
        const uint64_t times = again ? times_told(&t->tries, r->id[i]) : 0;
        r->f[i] = soak_problem_value(t->p, r->x + i * t->p->dim, r->id[i], times);
        soak_record_value(&t->record, t->s, r->f[i]);
    }
    t->k->counts->evaluations += r->told;
}

bool soak_round_begin(soak_twins *t)
{
    soak *k = t->k;
    soak_round *r = &t->round;
    nes_points p, again;
    const nes_status s = nes_ask(t->calm, &p);
    if (s == NES_ERR_MEMORY) k->counts->no_memory++;
    if (s == NES_ERR_MEMORY) return false;
    if (s != NES_OK) return soak_fail(k, "ask: %s", nes_message(t->calm));
    if (!soak_check_points(k, t->p, t->calm, &p)) return false;
    if (!make_room(r, p.n, p.dim)) return soak_fail(k, "no memory for %zu points", p.n);
    memcpy(r->id, p.id, p.n * sizeof *r->id);
    memcpy(r->x, p.x, p.n * p.dim * sizeof *r->x);
    if (nes_ask(t->calm, &again) != NES_OK || again.n != p.n ||
        memcmp(again.x, r->x, p.n * p.dim * sizeof *r->x) != 0)
        return soak_fail(k, "asking twice gives other points");
    r->n = r->told = p.n;
    if (chance_one_in(&k->c, 12)) r->told = chance_below(&k->c, p.n + 1);
    r->whole = r->told == r->n && chance_one_in(&k->c, 2);
    shuffle(&k->c, r->told, r->order);
    evaluate(t);
    return true;
}

void soak_round_free(soak_twins *t)
{
    free(t->round.id);
    free(t->round.x);
    free(t->round.f);
    free(t->round.order);
    free(t->tries.list);
}
