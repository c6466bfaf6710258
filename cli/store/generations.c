/* SPDX-License-Identifier: MIT
 *
 * The course of a run; see store/store.h. */
#include "store/database.h"

/* Lists of a row: mean, standard deviations and axes. */
enum { ALL = 128, DENSITY = 32, LISTS = 3, COLUMNS = COURSE_COUNTS + COURSE_REALS + RATES + LISTS };

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

static cell list_cell(const store *s, span place)
{
    return (cell)CELL_PART(s->text.text + place.begin, place.end - place.begin);
}

int store_add_generation(store *s, const course_row *row)
{
    cell cells[COLUMNS];
    size_t n = 0;
    course_row r = *row;
    s->text.n = 0;
    const span mean = print_list(s, r.mean, r.dim), std = print_list(s, r.std, r.dim),
               axes = print_list(s, r.axes, r.n_axes);
    for (size_t k = 0; k < COURSE_COUNTS; k++) cells[n++] = (cell)CELL_COUNT(*course_count(&r, k));
    for (size_t k = 0; k < COURSE_REALS; k++) cells[n++] = (cell)CELL_REAL(*course_real(&r, k));
    for (size_t k = 0; k < RATES; k++) cells[n++] = (cell)CELL_REAL(r.rates[k]);
    cells[n++] = list_cell(s, mean);
    cells[n++] = list_cell(s, std);
    cells[n++] = list_cell(s, axes);
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
    if (!numbers_scan(&s->x, database_text(q, i)) ||
        !numbers_scan(&s->y, database_text(q, i + 1)) ||
        !numbers_scan(&s->z, database_text(q, i + 2)))
        return false;
    row->dim = s->x.n == s->y.n ? s->x.n : 0;
    row->mean = s->x.v;
    row->std = s->y.v;
    row->n_axes = s->z.n;
    row->axes = s->z.v;
    return true;
}

int store_each_generation(store *s, int (*visit)(const course_row *row, void *data), void *data)
{
    course_row row;
    int answer = 0;
    sqlite3_stmt *q = database_query(s, "SELECT * FROM generations ORDER BY generation", NULL, 0);
    while (answer == 0 && database_next(s, q))
        answer = read_row(s, q, &row) ? visit(&row, data) : database_damaged(s);
    return database_done(s, q, answer);
}
