/* SPDX-License-Identifier: MIT
 *
 * The archive: points in order of evaluation, whose places never change. */
#include <string.h>

#include "model/models.h"

void nes_archive_carve(nes_archive *a, nes_arena *arena, size_t d, size_t room)
{
    *a = (nes_archive){.d = d, .room = room};
    a->x = NES_CARVE(arena, double, room *d);
    a->f = NES_CARVE(arena, double, room);
    a->run = NES_CARVE(arena, uint64_t, room);
}

size_t nes_archive_append(nes_archive *a, const double *x, double f, uint64_t run)
{
    if (a->n == a->room) return SIZE_MAX;
    memcpy(a->x + a->n * a->d, x, a->d * sizeof *x);
    a->f[a->n] = f;
    a->run[a->n] = run;
    return a->n++;
}

static bool same(size_t d, const double *x, const double *y)
{
    for (size_t i = 0; i < d; i++)
        if (x[i] != y[i]) return false;
    return true;
}

size_t nes_archive_find(const nes_archive *a, const double *x)
{
    for (size_t k = 0; k < a->n; k++)
        if (same(a->d, a->x + k * a->d, x)) return k;
    return SIZE_MAX;
}
