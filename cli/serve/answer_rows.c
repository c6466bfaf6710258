/* SPDX-License-Identifier: MIT
 *
 * Rows of a run, thinned; see serve/answers.h. They are many numbers, so they are written as they
 * come and not put together as objects first. */
#include <inttypes.h>
#include <math.h>

#include "base/json_values.h"
#include "serve/answers.h"
#include "serve/reading.h"
#include "serve/sample.h"
#include "store/numbers.h"

typedef struct rows {
    const asked *asked;
    buffer *to;
    size_t n;
    store *store;
    unsigned level; /* of the row that is visited */
} rows;

static void begin_row(rows *r)
{
    buffer_print(r->to, "%s", r->n++ > 0 ? ",\n[" : "[");
}

static void add_numbers(rows *r, const double *v, size_t n)
{
    buffer_print(r->to, ",");
    numbers_print(r->to, v, n);
}

/* ---- course ---------------------------------------------------------------------------------- */

static int take_generation(const course_row *c, void *data)
{
    rows *r = data;
    course_row row = *c;
    double real[COURSE_REALS];
    for (size_t i = 0; i < COURSE_REALS; i++) real[i] = *course_real(&row, i);
    begin_row(r);
    for (size_t i = 0; i < COURSE_COUNTS; i++)
        buffer_print(r->to, "%s%" PRIu64, i > 0 ? "," : "", *course_count(&row, i));
    add_numbers(r, real, COURSE_REALS);
    add_numbers(r, c->rates, RATES);
    add_numbers(r, c->mean, c->dim);
    add_numbers(r, c->std, c->dim);
    add_numbers(r, c->axes, c->n_axes);
    buffer_print(r->to, "]");
    return 0;
}

/* Every how many generations there is a row, so that there are not too many numbers. */
static uint64_t stride_of(store *s, uint64_t n)
{
    enum { ROWS = 1500, LEAST = 30 };
    variables v;
    uint64_t stride = 1;
    store_get_variables(s, &v);
    const size_t d = v.n < COURSE_VARIABLES ? v.n : COURSE_VARIABLES,
                 width = COURSE_COUNTS + COURSE_REALS + RATES + 3 * d, fit = ANSWER_NUMBERS / width;
    const size_t most = fit < LEAST ? LEAST : fit < ROWS ? fit : ROWS;
    variables_close(&v);
    while (n / stride > most) stride *= 2;
    return stride;
}

static int read_course(store *s, void *data)
{
    uint64_t n, last;
    rows *r = data;
    store_begin(s);
    since_count_generations(s, r->asked->generation, &n, &last);
    since_each_generation(s, r->asked->generation, stride_of(s, n), take_generation, r);
    return store_commit(s, false);
}

void answer_course(const char *folder, const asked *a, buffer *to)
{
    rows r = {.asked = a, .to = to};
    buffer said = {.text = NULL};
    buffer_print(to, "{\"rows\":[");
    reading_do(folder, read_course, &r, &said);
    buffer_print(to, "]");
    reading_end(to, &said);
}

/* ---- points ---------------------------------------------------------------------------------- */

static int take_point(const store_evaluation *e, void *data)
{
    rows *r = data;
    const eval_record *record = &e->record;
    const double pair[] = {record->f, record->seconds};
    begin_row(r);
    buffer_print(r->to, "%" PRIu64 ",\"%" PRIu64 "\",%" PRIu64 ",%" PRIu64 ",%u,", e->round,
                 record->id, e->run, e->generation, r->level);
    json_write(json_from_string(e->status), r->to);
    add_numbers(r, pair, 2);
    add_numbers(r, e->x, e->dim);
    add_numbers(r, record->outputs, record->outputs != NULL ? store_outputs(r->store) : 0);
    buffer_print(r->to, "]");
    return 0;
}

/* How many rows fit into an answer. */
static size_t most_of(const asked *a, size_t width)
{
    enum { LEAST = 100 };
    const size_t fit = ANSWER_NUMBERS / (width + 8), most = fit < LEAST ? LEAST : fit;
    return most < a->most ? most : a->most;
}

/* Counts what the outputs of a run are, and says that they are wanted. */
static size_t use_outputs(store *s)
{
    variables names = store_output_names(s);
    const size_t n = store_constraints(s) + names.n;
    variables_close(&names);
    store_use_outputs(s, n);
    return n;
}

static int read_points(store *s, void *data)
{
    rows *r = data;
    const asked *a = r->asked;
    variables v;
    r->store = s;
    store_begin(s);
    store_get_variables(s, &v);
    sample of = {.most = most_of(a, v.n + use_outputs(s)),
                 .level = a->level,
                 .sign = store_fact_is(s, "maximize", "yes") ? -1 : 1};
    variables_close(&v);
    sample_take(&of, s, (since_place){a->round, a->id});
    for (size_t i = 0; i < of.n; i++) {
        r->level = of.row[i].level;
        store_visit_evaluation(s, of.row[i].place.round, of.row[i].place.id, take_point, r);
    }
    buffer_print(r->to,
                 "],\"seen\":%" PRIu64 ",\"level\":%u,\"round\":%" PRIu64 ",\"id\":\"%" PRIu64 "\"",
                 of.seen, of.level, of.after.round, of.after.id);
    sample_close(&of);
    return store_commit(s, false);
}

void answer_points(const char *folder, const asked *a, buffer *to)
{
    rows r = {.asked = a, .to = to};
    buffer said = {.text = NULL};
    const size_t begin = to->n;
    buffer_print(to, "{\"rows\":[");
    if (reading_do(folder, read_points, &r, &said) != 0) {
        to->n = begin;
        buffer_print(to, "{\"rows\":[]");
    }
    reading_end(to, &said);
}
