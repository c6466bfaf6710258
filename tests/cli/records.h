/* SPDX-License-Identifier: MIT
 *
 * Records of evaluators as tests read them: ids and values in arrays, with the mark of
 * support/marked.h where a point failed. */
#ifndef TEST_CLI_RECORDS_H
#define TEST_CLI_RECORDS_H

#include "evaluate/evaluator.h"
#include "support/marked.h"
#include "support/runs.h"

enum { RECORDS_MOST = 1000 };

static eval_record records_last[RECORDS_MOST]; /* of the last collect */

static inline size_t records_collect(const evaluator *e, double seconds, size_t room, uint64_t *id,
                                     double *f)
{
    assert_true(room <= RECORDS_MOST);
    const size_t n = e->collect(e->self, seconds, room, records_last);
    for (size_t i = 0; i < n; i++) {
        id[i] = records_last[i].id;
        f[i] = records_last[i].fate == NES_FAILED ? MARKED_FAILED : records_last[i].f;
    }
    return n;
}

/* A value, or the mark, as a record. */
static inline eval_record records_make(uint64_t id, double f)
{
    eval_record r = eval_measured(id, f);
    r.fate = marked_fate(f);
    if (r.fate == NES_FAILED) r.f = NAN;
    return r;
}

#endif
