/* SPDX-License-Identifier: MIT
 *
 * Options that a method does not use: whether they are refused, and whether they would change
 * anything. */
#ifndef NES_TEST_UNUSED_H
#define NES_TEST_UNUSED_H

#include "nes/nes.h"

enum { UNUSED_DIM = 6 };

const double *unused_start(const nes_settings *s); /* of the kind of its method */

/* That method, with steps neither so long that they fail nor so short that nothing is seen. */
nes_settings unused_settings(const char *method);

/* Whether nes_settings_check() refuses that option for being of no use. The test fails if anything
 * else is refused. */
bool unused_refused(const nes_settings *s, const char *option);

/* A run from that start that nobody has asked whether it uses its options. */
nes_opt *unused_run(const nes_settings *s);

/* Both hand out the same points, over a number of generations. */
bool unused_same(const nes_settings *a, const nes_settings *b);

#endif
