/* SPDX-License-Identifier: MIT
 *
 * See store/pareto.h. The points are sorted by the first number; then a point is beaten only by one
 * that stands before it, and not by one that is beaten itself. */
#include "store/pareto.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/order.h"
#include "base/text.h"
#include "nes/by_name.h"

enum { AIMS = 16 };

/* A number that is to be small: an output, from 0, or the value. */
typedef struct aim {
    size_t output; /* SIZE_MAX: the value */
    double sign;
} aim;

typedef struct candidate {
    uint64_t round, id;
    size_t aims;
    double v[AIMS];
} candidate;

typedef struct pareto {
    size_t constraints, n_aims, n;
    aim aims[AIMS];
    candidate *point; /* owned */
    store_visit visit;
    void *data;
} pareto;

/* ---- names ---------------------------------------------------------------------------------- */

static const char *name_at(size_t i, const void *data)
{
    const variables *v = data;
    return i < v->n ? v->name[i] : i == v->n ? "f" : NULL;
}

static int add_aim(pareto *p, const variables *names, const char *word, bool maximize)
{
    char hint[256];
    const bool minus = word[0] == '-';
    const char *name = word + minus;
    size_t i = 0;
    while (i < names->n && strcmp(names->name[i], name) != 0) i++;
    const bool value = i == names->n && strcmp(name, "f") == 0;
    if (i == names->n && !value)
        return text_error(EXIT_USAGE, "--pareto: there is no output '%.60s'%s", name,
                          nes_nearest(name, name_at, names, "", "; `nes show DIR` lists them", hint,
                                      sizeof hint));
    if (p->n_aims == AIMS) return text_error(EXIT_USAGE, "--pareto: more than %d numbers", AIMS);
    p->aims[p->n_aims++] =
        (aim){value ? SIZE_MAX : p->constraints + i, minus != (value && maximize) ? -1 : 1};
    return 0;
}

static int read_aims(pareto *p, store *s, const char *what)
{
    variables names = store_output_names(s);
    char *copy = memory_text(what), *rest = copy, *word;
    int status = 0;
    p->constraints = store_constraints(s);
    store_use_outputs(s, p->constraints + names.n);
    while (status == 0 && (word = text_part(&rest, ',')) != NULL)
        status = add_aim(p, &names, word, store_fact_is(s, "maximize", "yes"));
    free(copy);
    variables_close(&names);
    return status;
}

/* ---- points --------------------------------------------------------------------------------- */

static bool is_feasible(const pareto *p, const eval_record *r)
{
    for (size_t i = 0; i < p->constraints; i++)
        if (r->outputs == NULL || !(r->outputs[i] <= 0)) return false;
    return true;
}

/* Takes an evaluation that has all of the numbers. */
static int take(const store_evaluation *e, void *data)
{
    pareto *p = data;
    const eval_record *r = &e->record;
    candidate c = {.round = e->round, .id = r->id, .aims = p->n_aims};
    const bool given = r->fate == NES_KNOWN && e->round == 0; /* others equal an evaluated point */
    if ((r->fate != NES_MEASURED && !given) || !is_feasible(p, r)) return 0;
    for (size_t i = 0; i < p->n_aims; i++) {
        const size_t k = p->aims[i].output;
        const double v = k == SIZE_MAX ? r->f : r->outputs != NULL ? r->outputs[k] : (double)NAN;
        if (!isfinite(v)) return 0;
        c.v[i] = p->aims[i].sign * v;
    }
    p->point = memory_resize(p->point, p->n + 1, sizeof *p->point);
    p->point[p->n++] = c;
    return 0;
}

static int by_numbers(const void *a, const void *b)
{
    const candidate *one = a, *other = b;
    for (size_t i = 0; i < one->aims; i++)
        if (one->v[i] != other->v[i]) return ORDER(one->v[i], other->v[i]);
    return one->round != other->round ? ORDER(one->round, other->round) : ORDER(one->id, other->id);
}

/* Whether a is nowhere worse than b, which stands behind it. Equal points are shown once. */
static bool beats(const candidate *a, const candidate *b)
{
    for (size_t i = 0; i < a->aims; i++)
        if (a->v[i] > b->v[i]) return false;
    return true;
}

/* Keeps those that no other one beats. */
static void reduce(pareto *p)
{
    size_t kept = 0;
    qsort(p->point, p->n, sizeof *p->point, by_numbers);
    for (size_t i = 0; i < p->n; i++) {
        size_t k = 0;
        while (k < kept && !beats(&p->point[k], &p->point[i])) k++;
        if (k == kept) p->point[kept++] = p->point[i];
    }
    p->n = kept;
}

/* An evaluation of the round of a point that is shown. */
typedef struct showing {
    const pareto *pareto;
    uint64_t id;
} showing;

static int show(const store_evaluation *e, void *data)
{
    const showing *s = data;
    return e->record.id == s->id ? s->pareto->visit(e, s->pareto->data) : 0;
}

int pareto_check(store *s, const char *what)
{
    pareto p = {.n = 0};
    return read_aims(&p, s, what);
}

int pareto_each(store *s, const char *what, store_visit visit, void *data)
{
    pareto p = {.visit = visit, .data = data};
    int status = read_aims(&p, s, what);
    if (status == 0) status = store_each_evaluation(s, 0, take, &p);
    if (status == 0 && p.n > 0) reduce(&p);
    for (size_t i = 0; status == 0 && i < p.n; i++) {
        showing of = {&p, p.point[i].id};
        status = store_each_evaluation(s, p.point[i].round, show, &of);
    }
    free(p.point);
    return status;
}
