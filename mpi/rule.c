/* SPDX-License-Identifier: MIT
 *
 * See rule.h. */
#include "rule.h"

#include <math.h>

/* If memory runs out, the median is that of fewer values. */
void nes_rule_ask(nes_rule *r, uint64_t generation, size_t n)
{
    if (generation != r->generation) {
        r->asked = r->measured = r->failed = r->late = 0;
        nes_median_clear(&r->seconds);
    }
    r->generation = generation;
    r->asked += n;
    nes_median_reserve(&r->seconds, r->asked);
}

void nes_rule_note(nes_rule *r, nes_fate fate, double seconds)
{
    r->measured += fate == NES_MEASURED;
    r->failed += fate == NES_FAILED || fate == NES_GIVEN_UP;
    r->late += fate == NES_LATE;
    if (fate == NES_MEASURED && !isnan(seconds)) nes_median_add(&r->seconds, seconds);
}

double nes_rule_patience(const nes_rule *r, size_t under_way)
{
    const size_t ended = r->measured + r->failed + r->late;
    const bool all = under_way > 0 && under_way + ended == r->asked;
    if (!all || 2 * r->measured < r->asked - r->failed || r->seconds.highs == 0) return INFINITY;
    return r->factor * nes_median_get(&r->seconds);
}

void nes_rule_free(nes_rule *r)
{
    nes_median_free(&r->seconds);
}
