/* SPDX-License-Identifier: MIT
 *
 * The course of a run; see store/store.h. */
#include "base/exit_status.h"
#include "store/database.h"

enum { ALL = 128, DENSITY = 32, RATES = 6 };

/* Later on, every doubling of the number of generations has DENSITY rows: enough for a picture, and
 * little beside the cost of the generations. */
bool store_wants_generation(uint64_t generation)
{
    uint64_t stride = 1;
    if (generation <= ALL) return true;
    if (generation % (ALL / DENSITY) != 0) return false; /* most of them: the least stride */
    while (generation / stride >= 2 * DENSITY) stride *= 2;
    return generation % stride == 0;
}

/* Lists of numbers, one behind the other in the text of the store: their places in it. */
typedef struct span {
    size_t begin, end;
} span;

static span print_list(store *s, const double *v, size_t n)
{
    span place = {.begin = s->text.n};
    if (v != NULL && n > 0) numbers_print(&s->text, v, n);
    place.end = s->text.n;
    return place;
}

/* An empty list is NULL. */
static void bind_list(store *s, sqlite3_stmt *q, int i, span place)
{
    if (place.end > place.begin)
        sqlite3_bind_text(q, i, s->text.text + place.begin, (int)(place.end - place.begin),
                          SQLITE_STATIC);
}

int store_add_generation(store *s, const store_generation *g)
{
    sqlite3_stmt *q = database_prepare(s, ADD_GENERATION);
    if (q == NULL) return database_execute(s, q);
    const uint64_t counts[] = {g->generation, g->evaluations, g->run, g->popsize};
    const double reals[] = {g->best,  g->generation_best, g->generation_median,
                            g->sigma, g->condition,       g->seconds};
    int i = 1;
    s->text.n = 0;
    const span mean = print_list(s, g->mean, g->dim), std = print_list(s, g->std, g->dim),
               axes = print_list(s, g->axes, g->n_axes);
    if (s->text.failed) return database_no_memory(s);
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        database_bind_count(q, i++, counts[k]);
    for (size_t k = 0; k < sizeof reals / sizeof *reals; k++) sqlite3_bind_double(q, i++, reals[k]);
    for (size_t k = 0; k < RATES; k++) sqlite3_bind_double(q, i++, g->rates[k]);
    bind_list(s, q, i++, mean);
    bind_list(s, q, i++, std);
    bind_list(s, q, i++, axes);
    return database_execute(s, q);
}

static bool read_row(store *s, sqlite3_stmt *q, store_generation *g)
{
    *g = (store_generation){.generation = database_count(q, 0),
                            .evaluations = database_count(q, 1),
                            .run = database_count(q, 2),
                            .popsize = database_count(q, 3),
                            .best = database_real(q, 4),
                            .generation_best = database_real(q, 5),
                            .generation_median = database_real(q, 6),
                            .sigma = database_real(q, 7),
                            .condition = database_real(q, 8),
                            .seconds = database_real(q, 9)};
    for (int k = 0; k < RATES; k++) g->rates[k] = database_real(q, 10 + k);
    if (!numbers_scan(&s->x, database_text(q, 16)) || !numbers_scan(&s->y, database_text(q, 17)) ||
        !numbers_scan(&s->z, database_text(q, 18)))
        return false;
    g->dim = s->x.n;
    if (s->x.n > 0) g->mean = s->x.v;
    if (s->y.n == s->x.n && s->y.n > 0) g->std = s->y.v;
    g->n_axes = s->z.n;
    if (s->z.n > 0) g->axes = s->z.v;
    return true;
}

int store_each_generation(store *s, int (*visit)(const store_generation *g, void *data), void *data)
{
    store_generation g;
    int code = SQLITE_DONE, answer = 0;
    sqlite3_stmt *q = database_prepare(s, EACH_GENERATION);
    while (answer == 0 && (code = database_step(s, q)) == SQLITE_ROW)
        answer = read_row(s, q, &g) ? visit(&g, data) : database_damaged(s);
    sqlite3_reset(q);
    if (answer != 0) return answer;
    return code == SQLITE_DONE ? 0 : EXIT_FILES;
}
