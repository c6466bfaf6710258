/* SPDX-License-Identifier: MIT
 *
 * The twins: creating, telling, disturbing. */
#include "soak/twins.h"

#include <stdlib.h>
#include <string.h>

#include "soak/round.h"

static nes_status create(soak_twins *t, uint64_t threads, nes_opt **o)
{
    nes_settings s = *t->s;
    s.allocator = allocator_of(&t->k->heap);
    s.threads = threads;
    return nes_create(o, t->p->dim, t->p->start ? t->p->x0 : NULL, &s);
}

/* An allocation fails while the handle is made: nothing is left behind. */
static bool check_no_memory(soak_twins *t)
{
    nes_opt *o = NULL;
    allocations *h = &t->k->heap;
    const size_t live = h->live, failed = h->failed;
    h->fail_at = h->calls + 1 + chance_below(&t->k->c, 20);
    const nes_status s = create(t, 1, &o);
    h->fail_at = 0;
    const bool fine = h->failed > failed ? s == NES_ERR_MEMORY && o == NULL : s == NES_OK;
    nes_destroy(o);
    if (!fine) return soak_fail(t->k, "without memory: %s", nes_strerror(s));
    return h->live == live || soak_fail(t->k, "%zu blocks were left", h->live - live);
}

bool soak_twins_create(soak_twins *t, nes_status *status)
{
    char message[NES_MESSAGE_SIZE] = "";
    const double *x0 = t->p->start ? t->p->x0 : NULL;
    const nes_status said = nes_settings_check(t->s, t->p->dim, x0, message, sizeof message);
    *status = create(t, 1, &t->calm);
    if (*status == NES_ERR_MEMORY) return false;
    if (*status != said) return soak_fail(t->k, "check says %d, create %d", said, *status);
    if ((*status == NES_OK) != (message[0] == '\0') || (*status == NES_OK) != (t->calm != NULL))
        return soak_fail(t->k, "status %d with the message '%s'", *status, message);
    if (*status != NES_OK) return false;
    if (create(t, 1 + chance_below(&t->k->c, 3), &t->busy) != NES_OK)
        return soak_fail(t->k, "the second handle is refused");
    if (chance_one_in(&t->k->c, 8) && !check_no_memory(t)) return false;
    return soak_check_same(t->k, t->calm, t->busy, "new handles");
}

void soak_twins_free(soak_twins *t)
{
    nes_destroy(t->calm);
    nes_destroy(t->busy);
    soak_round_free(t);
}

nes_opt *soak_copy(soak_twins *t, const nes_opt *o)
{
    soak *k = t->k;
    nes_opt *copy = NULL;
    nes_settings s;
    char message[NES_MESSAGE_SIZE] = "";
    const size_t size = nes_save_size(o);
    void *data = malloc(size);
    nes_settings_default(&s);
    s.allocator = allocator_of(&k->heap);
    s.density = t->s->density;
    s.radial = t->s->radial;
    s.jobs = 1 + chance_below(&k->c, 3);
    s.threads = 1 + chance_below(&k->c, 3);
    if (data == NULL || nes_save(o, data, size, NULL) != NES_OK)
        soak_fail(k, "cannot be saved");
    else if (nes_load(&copy, data, size, &s, message, sizeof message) != NES_OK)
        soak_fail(k, "cannot be loaded: %s", message);
    free(data);
    k->counts->loads++;
    return copy;
}

/* The busy twin becomes what is saved of it. */
static bool reload(soak_twins *t)
{
    nes_opt *copy = soak_copy(t, t->busy);
    if (copy == NULL) return false;
    const bool same = soak_check_same(t->k, t->busy, copy, "loaded");
    nes_destroy(t->busy);
    t->busy = copy;
    return same;
}

/* Every point of the round waits in the busy twin too, with the same numbers. */
static bool check_ask(soak_twins *t)
{
    const soak_round *r = &t->round;
    nes_points p;
    allocations *h = &t->k->heap;
    h->fail_at = chance_one_in(&t->k->c, 8) ? h->calls + 1 : 0;
    nes_status s = nes_ask(t->busy, &p);
    h->fail_at = 0;
    if (s == NES_ERR_MEMORY) s = nes_ask(t->busy, &p);
    if (s != NES_OK || p.n != r->n) return soak_fail(t->k, "the twins are asked for other points");
    for (size_t i = 0; i < p.n; i++) {
        size_t j = i;
        if (p.id[i] != r->id[i])
            for (j = 0; j < r->n && r->id[j] != p.id[i];) j++;
        if (j == r->n || memcmp(p.x + i * p.dim, r->x + j * p.dim, p.dim * sizeof *p.x) != 0)
            return soak_fail(t->k, "point %llu is another one", (unsigned long long)p.id[i]);
    }
    return true;
}

/* Calls that are wrong change nothing. open: an id that waits. */
static bool check_refusals(soak_twins *t, uint64_t open)
{
    const uint64_t before = nes_fingerprint(t->busy), strange = UINT64_MAX - 7;
    const uint64_t twice[2] = {open, open};
    const double f[2] = {1, 2};
    nes_opt *o = t->busy;
    if (marked_tell_some(o, 1, &strange, f) == NES_OK ||
        marked_tell_some(o, 2, twice, f) == NES_OK || nes_tell_some(o, 1, NULL, f) == NES_OK ||
        nes_tell_some(o, 1, &open, NULL) == NES_OK || nes_ask(o, NULL) == NES_OK ||
        nes_set(NULL, "seed", "1") == NES_OK)
        return soak_fail(t->k, "a wrong call was not refused");
    return nes_fingerprint(o) == before || soak_fail(t->k, "a wrong call has changed something");
}

static bool disturb(soak_twins *t, uint64_t open)
{
    nes_points p;
    switch (chance_below(&t->k->c, 12)) {
    case 0:
        return reload(t);
    case 1:
        return check_refusals(t, open);
    case 2:
        return nes_ask(t->busy, &p) == NES_OK || soak_fail(t->k, "cannot be asked in between");
    default:
        return true;
    }
}

static bool tell_busy(soak_twins *t)
{
    const soak_round *r = &t->round;
    uint64_t id[8];
    double f[8];
    for (size_t done = 0, n; done < r->told; done += n) {
        n = 1 + chance_below(&t->k->c, 8);
        if (n > r->told - done) n = r->told - done;
        for (size_t i = 0; i < n; i++) {
            id[i] = r->id[r->order[done + i]];
            f[i] = r->f[r->order[done + i]];
        }
        if (!disturb(t, id[0])) return false;
        if (marked_tell_some(t->busy, n, id, f) != NES_OK)
            return soak_fail(t->k, "tell_some: %s", nes_message(t->busy));
    }
    return true;
}

static bool tell_calm(soak_twins *t)
{
    const soak_round *r = &t->round;
    const nes_status s =
        r->whole || r->told == 0 ? NES_OK : marked_tell_some(t->calm, r->told, r->id, r->f);
    if (s != NES_OK || (r->whole && marked_tell(t->calm, r->n, r->f) != NES_OK))
        return soak_fail(t->k, "tell: %s", nes_message(t->calm));
    return true;
}

/* The generation is closed without the other values; what comes too late is refused. */
static bool close_both(soak_twins *t)
{
    const soak_round *r = &t->round;
    const nes_status a = nes_close(t->calm), b = nes_close(t->busy);
    if (a != b) return soak_fail(t->k, "close: %s, %s", nes_strerror(a), nes_strerror(b));
    if (a != NES_OK && a != NES_ERR_METHOD && a != NES_ERR_ORDER)
        return soak_fail(t->k, "close: %s", nes_message(t->calm));
    t->k->counts->closes++;
    if (a != NES_OK) return true;
    const uint64_t before = nes_fingerprint(t->busy);
    const nes_status late = marked_tell_some(t->busy, 1, &r->id[r->told], &r->f[0]);
    t->k->counts->late++;
    if (late == NES_OK || nes_fingerprint(t->busy) != before)
        return soak_fail(t->k, "a late value was taken");
    return soak_check_same(t->k, t->calm, t->busy, "closed");
}

bool soak_twins_turn(soak_twins *t)
{
    const uint64_t generation = t->record.generations;
    if (!soak_round_begin(t) || !check_ask(t)) return false;
    if (!tell_calm(t) || !tell_busy(t)) return false;
    if (t->round.told < t->round.n && !close_both(t)) return false;
    soak_record other = t->record;
    if (!soak_check_result(t->k, t->p, t->calm, &t->record) ||
        !soak_check_result(t->k, t->p, t->busy, &other))
        return false;
    /* Within a generation the order of points that wait may differ. What differs once, stays. */
    if (t->record.generations != generation && t->round.told == t->round.n &&
        chance_one_in(&t->k->c, 3))
        return soak_check_same(t->k, t->calm, t->busy, "told");
    return nes_stopped(t->calm) == nes_stopped(t->busy) || soak_fail(t->k, "one has stopped");
}
