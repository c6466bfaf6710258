/* SPDX-License-Identifier: MIT
 *
 * Recording with a doubling stride, and its table as comma-separated values; see
 * report/history.h. */
#include "report/history.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

history *history_create(const variables *v)
{
    history *h = memory_zeros(1, sizeof *h);
    h->variables = v;
    h->stride = 1;
    return h;
}

void history_free(history *h)
{
    if (h == NULL) return;
    for (size_t i = 0; i <= HISTORY_ROWS; i++) course_free(&h->rows[i]);
    course_free(&h->last);
    free(h);
}

/* Drops every second row. Dropped rows move behind the others and keep their memory for reuse. */
static void thin_out(history *h)
{
    for (size_t i = 0; 2 * i < h->n; i++) {
        const course_row kept = h->rows[2 * i];
        h->rows[2 * i] = h->rows[i];
        h->rows[i] = kept;
    }
    h->n = (h->n + 1) / 2;
    h->stride *= 2;
}

/* Whether the next row is due; if so, makes room for it. */
static bool is_due(history *h)
{
    const uint64_t call = h->calls++;
    if (call % h->stride != 0) return false;
    if (h->n == HISTORY_ROWS) thin_out(h);
    return call % h->stride == 0;
}

static void keep(history *h, const course_row *row)
{
    course_copy(&h->rows[h->n++], row);
}

void history_add(history *h, const course_row *row)
{
    course_copy(&h->last, row);
    if (is_due(h)) keep(h, row);
}

void history_end(history *h)
{
    const course_row *kept = h->n > 0 ? &h->rows[h->n - 1] : NULL;
    if (h->calls == 0 || (kept != NULL && kept->evaluations >= h->last.evaluations)) return;
    keep(h, &h->last);
}

static bool on_generation(void *data, nes_opt *o)
{
    history *h = data;
    if (!is_due(h)) return false;
    course_read(&h->last, o, h->variables);
    keep(h, &h->last);
    return false;
}

/* Keeps the end of a run, which may have come within a generation. */
static void on_end(void *data, nes_opt *o)
{
    history *h = data;
    h->calls++;
    course_read(&h->last, o, h->variables);
    history_end(h);
}

observer history_observer(history *h)
{
    return (observer){.generation = on_generation, .end = on_end, .data = h};
}

/* ---- the table ----------------------------------------------------------------------------- */

static void put_number(buffer *b, double v)
{
    char text[TEXT_NUMBER_SIZE];
    buffer_print(b, ",%s", isnan(v) ? "" : text_number(v, text));
}

static void put_names(buffer *b, const char *prefix, const variables *v, size_t n)
{
    char text[VARIABLES_NAME_SIZE];
    for (size_t i = 0; i < n; i++) buffer_print(b, ",%s_%s", prefix, variables_name(v, i, text));
}

static void put_heading(buffer *b, const variables *v, size_t dim)
{
    for (size_t i = 0; i < COURSE_COUNTS; i++)
        buffer_print(b, "%s%s", i > 0 ? "," : "", course_counts[i].name);
    for (size_t i = 0; i < COURSE_SECONDS; i++) buffer_print(b, ",%s", course_reals[i].name);
    for (size_t i = 0; i < RATES; i++) buffer_print(b, ",%s", rate_names[i]);
    put_names(b, "mean", v, dim);
    put_names(b, "std", v, dim);
    buffer_print(b, "\n");
}

/* The mean of a variable, or the name of its most probable choice. */
static void put_mean(buffer *b, const variables *v, size_t i, double mean)
{
    const scale *s = variables_scale(v, i);
    const char *name = s == NULL ? NULL : scale_name(s, mean);
    if (name != NULL)
        buffer_print(b, ",%s", name);
    else
        put_number(b, mean);
}

static void put_row(buffer *b, const variables *v, const course_row *r, size_t dim)
{
    for (size_t i = 0; i < COURSE_COUNTS; i++)
        buffer_print(b, "%s%" PRIu64, i > 0 ? "," : "", *course_count((course_row *)r, i));
    for (size_t i = 0; i < COURSE_SECONDS; i++) put_number(b, *course_real((course_row *)r, i));
    for (size_t i = 0; i < RATES; i++) put_number(b, r->rates[i]);
    for (size_t i = 0; i < dim; i++) put_mean(b, v, i, i < r->dim ? r->mean[i] : NAN);
    for (size_t i = 0; i < dim; i++) put_number(b, i < r->dim ? r->std[i] : NAN);
    buffer_print(b, "\n");
}

static int cannot_write(const char *path, int error)
{
    return text_error(EXIT_FILES, "--history %s: the table cannot be written: %s", path,
                      strerror(error));
}

int history_check(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return text_error(EXIT_FILES,
                          "--history %s: this exists and is no file; choose another "
                          "name",
                          path);
    char *draft;
    const int error = file_draft(path, "", 0, &draft);
    if (error == 0) unlink(draft);
    free(draft);
    return error != 0 ? cannot_write(path, error) : EXIT_OK;
}

int history_write(const history *h, const variables *v, const char *path)
{
    buffer b = {.text = NULL};
    size_t dim = 0;
    for (size_t i = 0; i < h->n; i++) dim = h->rows[i].dim > dim ? h->rows[i].dim : dim;
    put_heading(&b, v, dim);
    for (size_t i = 0; i < h->n; i++) put_row(&b, v, &h->rows[i], dim);
    const int error = file_replace(path, b.text, b.n);
    buffer_free(&b);
    return error != 0 ? cannot_write(path, error) : EXIT_OK;
}
