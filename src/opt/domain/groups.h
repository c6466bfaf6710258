/* SPDX-License-Identifier: MIT
 *
 * Groups of variables as a search knows them. The caller may number groups as it likes. A search
 * puts the members of a group side by side, groups in the order of their first members, and gives
 * every variable the number of the first coordinate of its group: sizes and order can be read off
 * without memory. */
#pragma once

#include "nes/settings.h"
#include "util/text.h"

/* From the caller's numbers to those of the search; both may be the same array. Refuses what is no
 * whole number. */
nes_status nes_group(size_t dim, const double *from, double *to, const nes_allocator *a,
                     nes_note note);
