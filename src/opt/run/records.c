/* SPDX-License-Identifier: MIT
 *
 * What a tell says: which points its records are for, and what became of them.
 *
 * Every id and fate is read once, and noted in the run (its claims). For the arrays are the
 * caller's, and may change meanwhile: by another thread, or by a function of the caller that draws
 * a sample. What was checked is then still what is taken. Nothing here allocates. */
#include "opt/run/run.h"
#include "util/try.h"

enum { CLAIMED = 255 }; /* the fate of a point while a tell is being read */

void nes_claims_carve(struct nes_run *run, nes_arena *a)
{
    run->claim = NES_CARVE(a, nes_claim,
                           run->plan.rows + run->plan.guests + nes_plan_minimisers(&run->plan));
}

static unsigned char *fate_of(struct nes_run *run, bool guest, size_t k)
{
    return guest ? &run->guests.fate[k] : &nes_open_batch(run)->fate[k];
}

/* ---- finding points ------------------------------------------------------------------------- */

/* The guest or slot of a point. */
typedef struct row {
    bool guest;
    size_t k;
    unsigned char *fate; /* null: no such point is at hand */
} row;

static row find_row(struct nes_run *run, nes_heard *r, uint64_t id)
{
    const nes_batch *b = nes_open_batch(run);
    const size_t guest = nes_guests_find(run, id);
    if (guest < run->guests.n) return (row){true, guest, fate_of(run, true, guest)};
    if (id < run->next_id || id - run->next_id >= b->n) return (row){.fate = NULL};
    size_t k = (size_t)(id - run->next_id);
    if (b->id[k] != id) {
        if (r->slots == NULL) r->slots = nes_batch_slots(b);
        k = r->slots[k];
    }
    const bool open = k >= b->first && k < nes_batch_end(b);
    return (row){false, k, open ? fate_of(run, false, k) : NULL};
}

/* ---- reading -------------------------------------------------------------------------------- */

static void claim(struct nes_run *run, nes_heard *r, row p, size_t record, nes_fate fate)
{
    run->claim[r->n++] =
        (nes_claim){.k = p.k, .record = record, .fate = (unsigned char)fate, .guest = p.guest};
}

/* Notes the first fate that cannot be. run: where it is for a point of its open generation. */
static void look_at_fate(struct nes_run *run, nes_heard *r, size_t record, nes_fate fate)
{
    const bool wrong = (unsigned)fate >= NES_FATE_END_;
    if (r->unfit == 0 && (wrong || (fate == NES_LATE && run != NULL && nes_needs_all(run)))) {
        r->unfit = record + 1;
        r->unfit_fate = fate;
    }
    r->news = r->news || fate != NES_WAITING;
}

void nes_read_asked(struct nes_run *run, const nes_records *t, nes_heard *r)
{
    const size_t guests = run->guests.asked;
    const uint64_t *id = nes_open_batch(run)->id - run->guests.waiting;
    *r = (nes_heard){.n = 0};
    for (size_t i = 0; i < t->n; i++) {
        const nes_fate fate = nes_fate_at(t, i);
        const row p = {.guest = i < guests,
                       .k = i < guests ? nes_guests_find(run, id[i]) : run->first + (i - guests)};
        look_at_fate(run, r, i, fate);
        claim(run, r, p, i, fate);
    }
}

void nes_read_late(size_t record, nes_fate fate, nes_heard *r)
{
    look_at_fate(NULL, r, record, fate);
    r->late++;
    r->late_values += nes_is_told(fate);
}

void nes_read_by_id(struct nes_run *run, size_t record, uint64_t id, nes_fate fate, nes_heard *r)
{
    const row p = find_row(run, r, id);
    look_at_fate(run, r, record, fate);
    if (p.fate != NULL && *p.fate == NES_LATE) {
        r->late_values += nes_is_told(fate);
        return;
    }
    r->values += nes_is_told(fate);
    if (r->strays) return;
    r->strays = p.fate == NULL || *p.fate != NES_WAITING;
    if (r->strays) {
        r->stray = id;
        return;
    }
    *p.fate = CLAIMED; /* so that it does not pass again */
    claim(run, r, p, record, fate);
}

void nes_heard_release(struct nes_run *run, const nes_heard *r)
{
    for (size_t i = 0; i < r->n; i++)
        *fate_of(run, run->claim[i].guest, run->claim[i].k) = NES_WAITING;
}

/* ---- checking ------------------------------------------------------------------------------- */

/* An ask of which nothing is told is refused: a driver would ask for the same points for ever. */
static nes_status check_fates(struct nes_run *run, const nes_heard *r, nes_note note)
{
    if (r->unfit > 0 && r->unfit_fate == NES_LATE) return nes_refuse_fewer(run, note);
    if (r->unfit > 0)
        return nes_refuse(note, NES_ERR_VALUE, "fate %d of record %zu is none", (int)r->unfit_fate,
                          r->unfit);
    return r->news || r->by_id
               ? NES_OK
               : nes_refuse(note, NES_ERR_VALUE,
                            "every record is 'waiting' (0): an evaluation ends as 'measured' (1), "
                            "'failed' (2), 'late' (3), 'given up' (4) or 'known' (5)");
}

nes_status nes_heard_check(struct nes_run *run, const nes_heard *r, nes_note note)
{
    const uint64_t most = run->budget.max_evals - run->tally.evaluations;
    if (r->values > most)
        return nes_refuse(note, NES_ERR_COUNT, "%zu value%s told, but max_evals leaves %llu",
                          r->values, r->values == 1 ? " was" : "s were", (unsigned long long)most);
    NES_TRY(check_fates(run, r, note));
    if (!r->strays) return NES_OK;
    char name[NES_POINT_NAME_SIZE];
    return nes_refuse(note, NES_ERR_ID, "%s is not open: it was never handed out, or already told",
                      nes_point_name(r->stray, name, sizeof name));
}
