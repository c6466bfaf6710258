/* SPDX-License-Identifier: MIT
 *
 * Points from a file; see session/known.h. */
#include "session/known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "session/point_rows.h"

void known_measure(known *k, size_t i, nes_fate fate, double f, const double *outputs)
{
    k->fate[i] = fate;
    k->f[i] = f;
    for (size_t j = 0; j < k->outputs; j++)
        k->g[i * k->outputs + j] = outputs != NULL ? outputs[j] : (double)NAN;
}

void known_add(known *k, const double *x, nes_fate fate, double f, const double *outputs)
{
    k->x = memory_resize(k->x, (k->n + 1) * k->dim, sizeof *k->x);
    k->f = memory_resize(k->f, k->n + 1, sizeof *k->f);
    k->g = memory_resize(k->g, (k->n + 1) * k->outputs, sizeof *k->g);
    k->fate = memory_resize(k->fate, k->n + 1, sizeof *k->fate);
    memcpy(k->x + k->n * k->dim, x, k->dim * sizeof *x);
    known_measure(k, k->n++, fate, f, outputs);
}

size_t known_evaluated(const known *k)
{
    size_t n = 0;
    for (size_t i = 0; i < k->n; i++) n += k->fate[i] != NES_KNOWN;
    return n;
}

void known_copy(known *k, const known *from, size_t i)
{
    known_add(k, from->x + i * from->dim, from->fate[i], from->f[i],
              from->g != NULL ? from->g + i * from->outputs : NULL);
}

/* ---- files ---------------------------------------------------------------------------------- */

static int take_lines(known *k, point_rows *rows, char *rest)
{
    const size_t before = k->n;
    double *x = memory_zeros(k->dim, sizeof *x);
    bool is_point;
    char *line;
    int status = 0;
    while (status == 0 && (line = text_part(&rest, '\n')) != NULL) {
        status = point_rows_take(rows, line, x, &is_point);
        for (size_t i = 0; status == 0 && is_point && i < k->dim; i++)
            if (!isfinite(x[i]))
                status = text_error(EXIT_USAGE, "%sline %zu: every number must be finite",
                                    rows->where, rows->number);
        if (status == 0 && is_point) known_add(k, x, NES_WAITING, NAN, NULL);
    }
    free(x);
    if (status != 0 || k->n > before) return status;
    return text_error(EXIT_USAGE, "%sthere is no point in this file", rows->where);
}

int known_read(known *k, const char *path, const variables *v, size_t outputs, const double *start)
{
    buffer content = {.text = NULL}, where = {.text = NULL};
    *k = (known){.dim = v->n, .outputs = outputs};
    char reason[FILE_REASON_SIZE];
    const int error = file_read_most(path, FILE_MOST_BYTES, true, &content);
    if (error != 0)
        return text_error(EXIT_USAGE, "--inject %s: the file cannot be read: %s", path,
                          file_reason(error, FILE_MOST_BYTES, reason));
    buffer_print(&where, "--inject %s: ", path);
    point_rows rows = {.v = v, .where = where.text};
    if (start != NULL) known_add(k, start, NES_WAITING, NAN, NULL);
    char none[] = "";
    const int status = take_lines(k, &rows, content.n > 0 ? content.text : none);
    point_rows_close(&rows);
    buffer_free(&where);
    buffer_free(&content);
    return status;
}

/* ---- points --------------------------------------------------------------------------------- */

void known_close(known *k)
{
    free(k->x);
    free(k->f);
    free(k->g);
    free(k->fate);
    *k = (known){.n = 0};
}

/* By how much point i violates the constraints, in all; NaN: one of them is not known. */
static double violation(const known *k, size_t i, size_t constraints)
{
    double sum = 0;
    for (size_t j = 0; j < constraints; j++) {
        const double g = k->g[i * k->outputs + j];
        sum += g > 0 || isnan(g) ? g : 0;
    }
    return sum;
}

size_t known_best(const known *k, size_t constraints, bool maximize)
{
    size_t best = k->n;
    double least = INFINITY;
    for (size_t i = 0; i < k->n; i++) {
        const double excess = violation(k, i, constraints);
        if (!isfinite(k->f[i]) || !(excess <= least)) continue;
        if (best < k->n && excess == least &&
            !(maximize ? k->f[i] > k->f[best] : k->f[i] < k->f[best]))
            continue;
        least = excess;
        best = i;
    }
    return best;
}

void known_teach(const known *k, cache *c)
{
    for (size_t i = 0; i < k->n; i++)
        if (k->fate[i] == NES_MEASURED || k->fate[i] == NES_KNOWN)
            cache_add(c, k->x + i * k->dim, k->f[i], k->g != NULL ? k->g + i * k->outputs : NULL);
}

int known_tell(const known *k, const double *start, const variables *v, nes_opt *o)
{
    double *x = memory_zeros(k->dim, sizeof *x), *values = memory_zeros(1 + k->outputs, sizeof *x);
    nes_status st = NES_OK;
    for (size_t i = 0; st == NES_OK && i < k->n; i++) {
        const double *shown = k->x + i * k->dim;
        if (shown == start || k->fate[i] == NES_WAITING) continue;
        variables_find_point(v, shown, x);
        values[0] = k->f[i];
        for (size_t j = 0; j < k->outputs; j++)
            values[1 + j] = k->g != NULL ? k->g[i * k->outputs + j] : (double)NAN;
        st = nes_know(o, 1, x, values);
    }
    free(x);
    free(values);
    return st == NES_OK ? 0 : text_error(EXIT_USAGE, "%s", nes_message(o));
}
