/* SPDX-License-Identifier: MIT
 *
 * Settings that together use everything a run can carry from one call to the next: bounds, scales,
 * a factor, tables, retries, redraws, the start point, the sign, and for schemes that allow it
 * mixing and adaptation in all forms, alone and together, restarts, samples that belong together,
 * rates that follow noise, a race of two methods, choices. For tests that loop over methods and ask
 * whether two ways to run are the same. */
#ifndef NES_TEST_VARIANTS_H
#define NES_TEST_VARIANTS_H

#include "nes/by_name.h"
#include "support/marked.h"

enum { VARIANT_DIM = 9, VARIANT_COUNT = 23 }; /* large enough for sums to depend on their order */

nes_settings variant_settings(size_t v, const nes_method *m);
const double *variant_start(const nes_settings *s); /* of the kind of its method; null: real */

/* A rugged bowl; in variants with failures some points, always the same, fail or have no value. */
nes_objective variant_objective(size_t v);

#endif
