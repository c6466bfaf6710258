/* SPDX-License-Identifier: MIT
 *
 * The table of points under way. Only the order moves when a point comes or goes; points and
 * samples stay in their rows. */
#include "opt/search/flight.h"

#include <string.h>

void nes_flight_carve(nes_flight *t, const nes_plan *p, nes_arena *a)
{
    const size_t d = p->coords;
    const size_t room = p->rows > NES_LEAST_FLIGHT / 2 ? 2 * p->rows : NES_LEAST_FLIGHT;
    const size_t all = room <= SIZE_MAX / 64 / (d + 1) ? room * d : SIZE_MAX / 8;
    t->n = 0;
    t->room = room;
    t->d = d;
    t->of = NES_CARVE(a, nes_flier, room);
    t->x = NES_CARVE(a, double, all);
    t->z = NES_CARVE(a, double, all);
    t->shown = NES_CARVE(a, double, all);
    t->asked = NES_CARVE(a, double, all);
    t->id = NES_CARVE(a, uint64_t, room);
    t->told = NES_CARVE(a, double, room *(1 + (size_t)p->s.outputs));
    t->fate = NES_CARVE(a, nes_fate, room);
    for (size_t i = 0; t->of != NULL && i < room; i++) t->of[i].row = i;
}

/* The first place whose point has an id that is not below this one. */
static size_t place_of(const nes_flight *t, uint64_t id)
{
    size_t lo = 0, hi = t->n;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (t->of[middle].id < id)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

size_t nes_flight_find(const nes_flight *t, uint64_t id)
{
    const size_t i = place_of(t, id);
    return i < t->n && t->of[i].id == id ? i : t->n;
}

size_t nes_flight_enter(nes_flight *t)
{
    t->of[t->n] = (nes_flier){.row = t->of[t->n].row};
    return t->n++;
}

void nes_flight_leave(nes_flight *t, size_t i)
{
    const nes_flier gone = t->of[i];
    t->n--;
    memmove(t->of + i, t->of + i + 1, (t->n - i) * sizeof *t->of);
    t->of[t->n] = gone;
}

size_t nes_flight_busy(const nes_flight *t)
{
    size_t busy = 0;
    for (size_t i = 0; i < t->n; i++) busy += !t->of[i].again;
    return busy;
}
