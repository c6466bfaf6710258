/* SPDX-License-Identifier: MIT
 *
 * What holds of a run at any time. */
#ifndef NES_SOAK_INVARIANTS_H
#define NES_SOAK_INVARIANTS_H

#include "soak/problem.h"

/* What a run must have counted and found by the values it was told. */
typedef struct soak_record {
    uint64_t evaluations, failed, nonfinite, generations;
    bool any;      /* some value could be the best */
    bool feasible; /* the best one holds the constraints, or there are none */
    double best;   /* of them, with the sign of the settings */
} soak_record;

void soak_record_value(soak_record *r, const nes_settings *s, double f);

/* Points that an ask handed out: finite, inside the domain, within the budget, ids distinct. */
bool soak_check_points(soak *k, const soak_problem *p, nes_opt *o, const nes_points *points);

/* Counts, the best value and its point, the centre, texts, and everything that has a name. */
bool soak_check_result(soak *k, const soak_problem *p, nes_opt *o, soak_record *r);

/* Both save the same bytes. */
bool soak_check_same(soak *k, const nes_opt *a, const nes_opt *b, const char *what);

#endif
