/* SPDX-License-Identifier: MIT
 *
 * An evaluator in front of another, that has every point evaluated once: it answers for those that
 * a cache knows, and of equal points the first is evaluated while the others wait for it. If that
 * fails, the next of them is evaluated. Which points are evaluated depends on their order alone. */
#pragma once

#include "evaluate/cache.h"

/* Opens it. c, which learns what is measured, and inner are borrowed. */
void once_open(evaluator *e, cache *c, const evaluator *inner);
