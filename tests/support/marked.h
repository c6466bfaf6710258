/* SPDX-License-Identifier: MIT
 *
 * Values of tests among which one number means that the evaluation failed, told as records. */
#ifndef TEST_MARKED_H
#define TEST_MARKED_H

#include <stdlib.h>

#include "nes/nes.h"

#define MARKED_FAILED (-0x1.5p-1000) /* a value that no objective has */

static inline nes_fate marked_fate(double f)
{
    return f == MARKED_FAILED ? NES_FAILED : NES_MEASURED;
}

/* id null: those of the last ask. Nothing is allocated where nothing has failed. */
static inline nes_status marked_tell_some(nes_opt *o, size_t n, const uint64_t *id, const double *f)
{
    size_t failed = 0;
    for (size_t i = 0; f != NULL && i < n; i++) failed += marked_fate(f[i]) == NES_FAILED;
    if (failed == 0) return id != NULL ? nes_tell_some(o, n, id, f) : nes_tell(o, n, f);
    nes_fate *fate = malloc((n + 1) * sizeof *fate);
    if (fate == NULL) return NES_ERR_MEMORY;
    for (size_t i = 0; f != NULL && i < n; i++) fate[i] = marked_fate(f[i]);
    const nes_status st = nes_tell_records(o, n, id, fate, f);
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
} marked_call;

static inline nes_fate marked_value(size_t dim, const double *x, double *values, void *data)
{
    const marked_call *plain = data;
    values[0] = plain->f(dim, x, plain->user);
    return marked_fate(values[0]);
}

static inline nes_status marked_run(nes_opt *o, nes_objective f, void *user)
{
    marked_call plain = {f, user};
    return nes_run_records(o, marked_value, &plain);
}

static inline nes_status marked_minimize(nes_objective f, void *user, size_t dim, double *x,
                                         const nes_settings *s, nes_result *r)
{
    marked_call plain = {f, user};
    return nes_minimize_records(marked_value, &plain, dim, x, s, r);
}

#endif
