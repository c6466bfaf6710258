/* SPDX-License-Identifier: MIT
 *
 * Ids of problems that must be refused. */
#ifndef NES_TEST_REFUSED_H
#define NES_TEST_REFUSED_H

#include "nes/problems.h"

/* nes_problem_create gives that status, no problem, and a sentence with both parts in it; without
 * room for the sentence, the same. */
void refused(const char *id, nes_status expected, const char *part, const char *other);

#endif
