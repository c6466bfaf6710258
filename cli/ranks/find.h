/* SPDX-License-Identifier: MIT
 *
 * The place of a point among those of a round. Ids mostly go up one by one, but the start of a
 * search stands in front of points with lower ids, and points that are tried again have gaps. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Where id is among the n ids; n: nowhere. Looks where it would be if ids went up one by one, from
 * the first or to the last. */
static inline size_t find_id(const uint64_t *ids, size_t n, uint64_t id)
{
    if (n == 0) return n;
    const uint64_t after = id - ids[0], before = ids[n - 1] - id;
    if (after < n && ids[after] == id) return (size_t)after;
    if (before < n && ids[n - 1 - before] == id) return (size_t)(n - 1 - before);
    size_t i = 0;
    while (i < n && ids[i] != id) i++;
    return i;
}
