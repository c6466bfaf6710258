/* SPDX-License-Identifier: MIT
 *
 * The user's own density as a family: what the rest must know of it. */
#ifndef NES_FAMILY_USER_H
#define NES_FAMILY_USER_H

#include "family/family.h"
#include "nes/density.h"
#include "util/text.h"

/* Whether the family has a log-density; density: that of the settings, may be null. */
bool nes_family_has_logpdf(const nes_family *f, const nes_density *density);

/* Refuses a density without the functions and numbers every run needs. */
nes_status nes_user_check(const nes_density *density, nes_note note);

/* Tries the density at theta0: a sample, its score, its log-density. Refuses what is not finite.
 * x: dim, s: nparam doubles. */
nes_status nes_user_try(const nes_density *density, size_t dim, uint64_t seed, double *x, double *s,
                        nes_note note);

#endif
