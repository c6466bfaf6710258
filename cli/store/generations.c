/* SPDX-License-Identifier: MIT
 *
 * The course of a run; see store/store.h. */
#include "store/database.h"
#include "store/since.h"

enum { ALL = 128, DENSITY = 32, COLUMNS = COURSE_COUNTS + COURSE_REALS + RATES + STORE_LISTS };

/* Beyond the first ALL generations, every doubling of their number has DENSITY rows: enough for a
 * picture, and little beside the cost of the generations. */
bool store_wants_generation(uint64_t generation)
{
    uint64_t stride = 1;
    if (generation <= ALL) return true;
    if (generation % (ALL / DENSITY) != 0)
        return false; /* true of most generations, as the least stride is this long */
    while (generation / stride >= 2 * DENSITY) stride *= 2;
    return generation % stride == 0;
}

/* A list of numbers, in room for its text. */
static cell list_cell(buffer *text, const double *v, size_t n)
{
    text->n = 0;
    if (v != NULL && n > 0) numbers_print(text, v, n);
    return (cell)CELL_PART(text->text, text->n);
}

int store_add_generation(store *s, const course_row *row)
{
    cell cells[COLUMNS];
    size_t n = 0;
    course_row r = *row;
    for (size_t k = 0; k < COURSE_COUNTS; k++) cells[n++] = (cell)CELL_COUNT(*course_count(&r, k));
    for (size_t k = 0; k < COURSE_REALS; k++) cells[n++] = (cell)CELL_REAL(*course_real(&r, k));
    for (size_t k = 0; k < RATES; k++) cells[n++] = (cell)CELL_REAL(r.rates[k]);
    cells[n++] = list_cell(&s->text[0], r.mean, r.dim);
    cells[n++] = list_cell(&s->text[1], r.std, r.dim);
    cells[n++] = list_cell(&s->text[2], r.axes, r.n_axes);
    return database_execute(s,
                            "INSERT OR REPLACE INTO generations VALUES "
                            "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            cells, n);
}

/* Reads a row, whose lists are borrowed from the store. Returns whether it is sound. */
static bool read_row(store *s, sqlite3_stmt *q, course_row *row)
{
    int i = 0;
    *row = (course_row){.dim = 0};
    for (size_t k = 0; k < COURSE_COUNTS; k++) *course_count(row, k) = database_count(q, i++);
    for (size_t k = 0; k < COURSE_REALS; k++) *course_real(row, k) = database_real(q, i++);
    for (size_t k = 0; k < RATES; k++) row->rates[k] = database_real(q, i++);
    for (size_t k = 0; k < STORE_LISTS; k++)
        if (!numbers_scan(&s->list[k], database_text(q, i++))) return false;
    const numbers *mean = &s->list[0], *std = &s->list[1], *axes = &s->list[2];
    row->dim = mean->n == std->n ? mean->n : 0;
    row->mean = mean->v;
    row->std = std->v;
    row->n_axes = axes->n;
    row->axes = axes->v;
    return true;
}

/* Visits the rows that a query finds. */
static int visit_rows(store *s, sqlite3_stmt *q, int (*visit)(const course_row *row, void *data),
                      void *data)
{
    course_row row;
    int answer = 0;
    while (answer == 0 && database_next(s, q))
        answer = read_row(s, q, &row) ? visit(&row, data) : database_damaged(s);
    return database_done(s, q, answer);
}

int store_each_generation(store *s, int (*visit)(const course_row *row, void *data), void *data)
{
    return visit_rows(s,
                      database_query(s, "SELECT * FROM generations ORDER BY generation", NULL, 0),
                      visit, data);
}

int since_each_generation(store *s, uint64_t after, uint64_t stride,
                          int (*visit)(const course_row *row, void *data), void *data)
{
    static const char some[] =
        "SELECT * FROM generations WHERE generation > ?1 AND (generation % ?2 = 0 OR "
        "generation = (SELECT max(generation) FROM generations)) ORDER BY generation";
    const cell of[] = {CELL_COUNT(after), CELL_COUNT(stride)};
    return visit_rows(s, database_query(s, some, of, sizeof of / sizeof *of), visit, data);
}
