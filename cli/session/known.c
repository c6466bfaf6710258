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
#include "base/text.h"
#include "base/vector.h"

int known_add(known *k, const double *x, double f)
{
    double *rows = realloc(k->x, (k->n + 1) * k->dim * sizeof *rows);
    if (rows != NULL) k->x = rows;
    double *values = realloc(k->f, (k->n + 1) * sizeof *values);
    if (values != NULL) k->f = values;
    if (rows == NULL || values == NULL) return text_error(EXIT_USAGE, "no memory for known points");
    memcpy(k->x + k->n * k->dim, x, k->dim * sizeof *x);
    k->f[k->n++] = f;
    return 0;
}

static bool are_finite(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* x: room for a point. */
static int take_line(known *k, const char *path, size_t number, const char *line, double *x)
{
    const char *bad, *first = line + strspn(line, " \t\r");
    if (*first == '\0' || *first == '#') return 0;
    const size_t n = vector_scan(first, x, k->dim, &bad);
    if (bad != NULL && number == 1) return 0; /* names */
    if (bad != NULL)
        return text_error(EXIT_USAGE, "--inject %s: line %zu: '%.*s' is not a number", path, number,
                          (int)strcspn(bad, " ,;\t\r"), bad);
    if (n != k->dim)
        return text_error(EXIT_USAGE, "--inject %s: line %zu has %zu number%s; a point has %zu",
                          path, number, n, n == 1 ? "" : "s", k->dim);
    if (!are_finite(x, n))
        return text_error(EXIT_USAGE, "--inject %s: line %zu: every number must be finite", path,
                          number);
    return known_add(k, x, NAN);
}

static int take_lines(known *k, const char *path, char *rest, double *x)
{
    size_t number = 0;
    char *line;
    int status = 0;
    while (status == 0 && (line = text_part(&rest, '\n')) != NULL)
        status = take_line(k, path, ++number, line, x);
    if (status == 0 && k->n == 0)
        return text_error(EXIT_USAGE, "--inject %s: there is no point in this file", path);
    return status;
}

int known_read(known *k, const char *path, size_t dim, const double *start)
{
    buffer content = {.text = NULL};
    *k = (known){.dim = dim};
    const int error = file_read(path, &content);
    if (error != 0)
        return text_error(EXIT_USAGE, "--inject %s: the file cannot be read: %s", path,
                          strerror(error));
    double *x = calloc(dim, sizeof *x);
    int status = x == NULL ? text_error(EXIT_USAGE, "no memory for dimension %zu", dim) : 0;
    if (status == 0 && start != NULL) status = known_add(k, start, NAN);
    char none[] = "";
    if (status == 0) status = take_lines(k, path, content.n > 0 ? content.text : none, x);
    free(x);
    buffer_free(&content);
    return status;
}

void known_close(known *k)
{
    free(k->x);
    free(k->f);
    *k = (known){.n = 0};
}

const double *known_best(const known *k, bool maximize)
{
    size_t best = k->n;
    for (size_t i = 0; i < k->n; i++) {
        if (!isfinite(k->f[i])) continue;
        if (best == k->n || (maximize ? k->f[i] > k->f[best] : k->f[i] < k->f[best])) best = i;
    }
    return best < k->n ? k->x + best * k->dim : NULL;
}

bool known_answer(void *data, uint64_t id, const double *x, double *f, const eval_outcome **what)
{
    const known *k = data;
    (void)id, (void)what;
    for (size_t i = 0; i < k->n; i++) {
        if (isnan(k->f[i]) || memcmp(k->x + i * k->dim, x, k->dim * sizeof *x) != 0) continue;
        *f = k->f[i];
        return true;
    }
    return false;
}
