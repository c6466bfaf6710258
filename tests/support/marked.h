/* SPDX-License-Identifier: MIT
 *
 * Values of tests among which one number means that the evaluation failed, told as records. A
 * search with outputs gets outputs that follow from the value. */
#ifndef TEST_MARKED_H
#define TEST_MARKED_H

#include <stdlib.h>

#include "nes/nes.h"

#define MARKED_FAILED (-0x1.5p-1000) /* a value that no objective has */

static inline nes_fate marked_fate(double f)
{
    return f == MARKED_FAILED ? NES_FAILED : NES_MEASURED;
}

/* A record of m outputs from a value, in a row of 1 + m numbers. */
static inline void marked_row(double f, size_t m, double *row)
{
    for (size_t j = 0; j <= m; j++) row[j] = f + (double)j;
}

static inline size_t marked_outputs(const nes_opt *o)
{
    const nes_settings *s = nes_get_settings(o);
    return s != NULL ? (size_t)s->outputs : 0;
}

/* id null: those of the last ask. Nothing is allocated where nothing has failed and there are no
 * outputs. */
static inline nes_status marked_tell_some(nes_opt *o, size_t n, const uint64_t *id, const double *f)
{
    const size_t m = marked_outputs(o);
    size_t failed = 0;
    for (size_t i = 0; f != NULL && i < n; i++) failed += marked_fate(f[i]) == NES_FAILED;
    if (failed == 0 && m == 0) return id != NULL ? nes_tell_some(o, n, id, f) : nes_tell(o, n, f);
    nes_fate *fate = malloc((n + 1) * sizeof *fate);
    double *values = malloc((n + 1) * (1 + m) * sizeof *values);
    for (size_t i = 0; f != NULL && fate != NULL && values != NULL && i < n; i++) {
        fate[i] = marked_fate(f[i]);
        marked_row(f[i], m, values + i * (1 + m));
    }
    const bool full = fate == NULL || values == NULL;
    const nes_status st = full ? NES_ERR_MEMORY : nes_tell_records(o, n, id, fate, values);
    free(values);
    free(fate);
    return st;
}

static inline nes_status marked_tell(nes_opt *o, size_t n, const double *f)
{
    return marked_tell_some(o, n, NULL, f);
}

typedef struct marked_call {
    nes_objective f;
    void *user;
    size_t outputs;
} marked_call;

static inline nes_fate marked_value(size_t dim, const double *x, double *values, void *data)
{
    const marked_call *plain = data;
    const double f = plain->f(dim, x, plain->user);
    marked_row(f, plain->outputs, values);
    return marked_fate(f);
}

static inline nes_status marked_run(nes_opt *o, nes_objective f, void *user)
{
    marked_call plain = {f, user, marked_outputs(o)};
    return nes_run_records(o, marked_value, &plain);
}

static inline nes_status marked_minimize(nes_objective f, void *user, size_t dim, double *x,
                                         const nes_settings *s, nes_result *r)
{
    marked_call plain = {f, user, s != NULL ? (size_t)s->outputs : 0};
    return nes_minimize_records(marked_value, &plain, dim, x, s, r);
}

#endif
