/* SPDX-License-Identifier: MIT
 *
 * The course of a run as a table of comma-separated values; see report/history.h. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "report/history.h"

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
    buffer_print(b, "generation,evaluations,run,popsize,best,generation_best,generation_median,"
                    "sigma,condition");
    for (size_t i = 0; i < RATES; i++) buffer_print(b, ",%s", rate_names[i]);
    put_names(b, "mean", v, dim);
    put_names(b, "std", v, dim);
    buffer_print(b, "\n");
}

static void put_row(buffer *b, const course_row *r, size_t dim)
{
    buffer_print(b, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, r->generation, r->evaluations,
                 r->run, r->popsize);
    const double numbers[] = {r->best, r->generation_best, r->generation_median, r->sigma,
                              r->condition};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) put_number(b, numbers[i]);
    for (size_t i = 0; i < RATES; i++) put_number(b, r->rates[i]);
    for (size_t i = 0; i < dim; i++) put_number(b, i < r->dim ? r->mean[i] : NAN);
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
    const variables unnamed = {.n = 0};
    buffer b = {.text = NULL};
    size_t dim = 0;
    for (size_t i = 0; i < h->n; i++) dim = h->rows[i].dim > dim ? h->rows[i].dim : dim;
    put_heading(&b, v != NULL ? v : &unnamed, dim);
    for (size_t i = 0; i < h->n; i++) put_row(&b, &h->rows[i], dim);
    const int error = b.failed || h->failed ? ENOMEM : file_replace(path, b.text, b.n);
    buffer_free(&b);
    return error != 0 ? cannot_write(path, error) : EXIT_OK;
}
