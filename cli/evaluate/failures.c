/* SPDX-License-Identifier: MIT
 *
 * The ledger of failures; see evaluate/failures.h. */
#include "evaluate/failures.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/json_values.h"
#include "base/memory.h"
#include "base/order.h"
#include "base/text.h"

struct failure_tries {
    uint64_t id, count;
};

/* ---- kinds, for others -------------------------------------------------------------------- */

enum { LONGEST = 300 };

void failure_kind_print(const failure_kind *k, buffer *to)
{
    size_t n = strlen(k->said);
    const char *line = text_last_line(k->said, &n);
    char name[NES_POINT_NAME_SIZE];
    buffer_print(to, "%" PRIu64 " x %s, first at %s", k->count, k->failure,
                 nes_point_name(k->id, name, sizeof name));
    if (n > 0)
        buffer_print(to, ": %.*s%s", (int)(n <= LONGEST ? n : LONGEST), line,
                     n <= LONGEST ? "" : "...");
}

static cJSON *kind_json(const failure_kind *k)
{
    const json_field fields[] = {{"kind", json_from_string(k->failure)},
                                 {"count", json_from_count(k->count)},
                                 {"id", json_from_count(k->id)},
                                 {"example", json_from_string(k->said)}};
    cJSON *object = cJSON_CreateObject();
    json_add_fields(object, fields, sizeof fields / sizeof *fields);
    return object;
}

cJSON *failure_kinds_json(const failure_kind *kinds, size_t n)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < n; i++) json_append(list, kind_json(&kinds[i]));
    return list;
}

/* ---- kinds in the ledger
 * ---------------------------------------------------------------------------------- */

static failure_kind *find_kind(failures *f, const char *failure)
{
    for (size_t i = 0; i < f->n; i++)
        if (strcmp(f->kinds[i].failure, failure) == 0) return &f->kinds[i];
    return NULL;
}

/* Adds a kind to the ledger; null: it has no room for another kind. */
static failure_kind *add_kind(failures *f, uint64_t id, const char *failure, const char *said)
{
    if (f->n == FAILURES_KINDS) return NULL;
    failure_kind *k = &f->kinds[f->n++];
    *k = (failure_kind){.failure = memory_text(failure), .said = memory_text(said), .id = id};
    return k;
}

/* Takes this failure as the example of its kind if it is of an earlier point than the example so
 * far. */
static void take_example(failure_kind *k, uint64_t id, const char *said)
{
    if (id >= k->id) return;
    free((char *)k->said);
    k->said = memory_text(said);
    k->id = id;
}

/* ---- tries of points ------------------------------------------------------------------------ */

uint64_t failures_tries(const failures *f, uint64_t id)
{
    for (size_t i = 0; i < f->n_tries; i++)
        if (f->tries[i].id == id) return f->tries[i].count;
    return 0;
}

static void count_try(failures *f, uint64_t id)
{
    for (size_t i = 0; i < f->n_tries; i++)
        if (f->tries[i].id == id) {
            f->tries[i].count++;
            return;
        }
    if (f->n_tries == f->room_tries) {
        f->room_tries = f->room_tries == 0 ? 16 : 2 * f->room_tries;
        f->tries = memory_resize(f->tries, f->room_tries, sizeof *f->tries);
    }
    f->tries[f->n_tries++] = (failure_tries){id, 1};
}

/* Forgets the tries of points of a finished generation, which are not asked for again, unless
 * points have no generations. The generation is finished if the number of generations has changed
 * since the last look. */
static bool forget_past(void *data, nes_opt *o)
{
    failures *f = data;
    uint64_t generations = 0;
    if (f->n_tries == 0 || nes_get_settings(o)->asynchronous) return false;
    nes_get_count(o, "generations", &generations);
    if (f->looked && generations != f->generations) f->n_tries = 0;
    f->looked = f->n_tries > 0;
    f->generations = generations;
    return false;
}

/* ---- for everybody -------------------------------------------------------------------------- */

void failures_count(failures *f, uint64_t id, const char *failure, const char *said)
{
    failure_kind *k = find_kind(f, failure);
    if (k != NULL)
        take_example(k, id, said);
    else
        k = add_kind(f, id, failure, said);
    if (k != NULL)
        k->count++;
    else
        f->other++;
    f->total++;
    if (f->retries > 0) count_try(f, id);
}

static void count_record(failures *f, const eval_record *r)
{
    const bool known = r->failure != NULL;
    failures_count(f, r->id, known ? r->failure : "failed", known ? r->said : "");
}

/* Whether an evaluation ends the run. Then it is counted here, and must not be told to anybody. */
static bool ends_run(failures *f, const eval_record *r)
{
    if (r->fate != NES_FAILED) return false;
    const bool for_good = failures_tries(f, r->id) >= f->retries;
    if (!(f->stops && for_good) && !r->stops) return false;
    count_record(f, r);
    if (!f->stopped) f->stopped_id = r->id;
    f->stopped = true;
    return true;
}

/* ---- the guard ------------------------------------------------------------------------------ */

typedef struct guard {
    failures *failures;
    const evaluator *inner;
} guard;

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    const guard *g = self;
    return g->inner->submit(g->inner->self, n, id, x);
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    const guard *g = self;
    const size_t n = g->inner->collect(g->inner->self, seconds, room, to);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (to[i].fate == NES_FAILED && interrupt_is_urgent()) continue;
        if (!ends_run(g->failures, &to[i])) to[kept++] = to[i];
    }
    return kept;
}

void failures_open_guard(evaluator *e, failures *f, const evaluator *inner)
{
    guard *g = memory_zeros(1, sizeof *g);
    *g = (guard){.failures = f, .inner = inner};
    *e = (evaluator){.submit = submit, .collect = collect, .close = free, .self = g};
}

/* ---- the observer --------------------------------------------------------------------------- */

static bool take_settings(void *data, nes_opt *o, const nes_points *p)
{
    failures *f = data;
    (void)p;
    f->retries = nes_get_settings(o)->retries;
    return false;
}

static bool take_values(void *data, const arrivals *a)
{
    failures *f = data;
    for (size_t i = 0; i < a->n; i++)
        if (a->record[i].fate == NES_FAILED) count_record(f, &a->record[i]);
    return f->stopped;
}

observer failures_observer(failures *f)
{
    return (observer){
        .asked = take_settings, .values = take_values, .generation = forget_past, .data = f};
}

void failures_close(failures *f)
{
    for (size_t i = 0; i < f->n; i++) {
        free((char *)f->kinds[i].failure);
        free((char *)f->kinds[i].said);
    }
    free(f->tries);
    *f = (failures){.stops = f->stops};
}

static int by_count(const void *a, const void *b)
{
    const failure_kind *p = a, *q = b;
    const int order = ORDER(q->count, p->count);
    return order != 0 ? order : ORDER(p->id, q->id);
}

size_t failures_by_count(const failures *f, failure_kind sorted[FAILURES_KINDS])
{
    for (size_t i = 0; i < f->n; i++) sorted[i] = f->kinds[i];
    qsort(sorted, f->n, sizeof *sorted, by_count);
    return f->n;
}
