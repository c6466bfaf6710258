/* SPDX-License-Identifier: MIT
 *
 * The archive of evaluated points that all runs behind a handle share, each point with the number
 * of its run. [math: B22] */
#include <math.h>
#include <string.h>

#include "opt/run/run.h"
#include "technique/shaping.h"

nes_status nes_knowledge_make_room(nes_knowledge *k, size_t d, size_t room,
                                   const nes_allocator *allocator, nes_note note)
{
    nes_archive more, *old = &k->points;
    nes_arena arena = {NULL, 0};
    if (room <= old->room) return NES_OK;
    nes_archive_carve(&more, &arena, d, room);
    void *memory = nes_allocate(allocator, nes_arena_size(&arena));
    if (memory == NULL)
        return nes_refuse(note, NES_ERR_MEMORY,
                          "room for %zu evaluated points takes %.3g MB, which cannot be had: use "
                          "model 'off'",
                          room, (double)arena.used / 1e6);
    arena = nes_arena_on(memory);
    nes_archive_carve(&more, &arena, d, room);
    for (size_t i = 0; i < old->n; i++)
        nes_archive_append(&more, old->x + i * d, old->f[i], old->run[i]);
    nes_release(allocator, k->memory);
    k->points = more;
    k->memory = memory;
    return NES_OK;
}

size_t nes_knowledge_room(const nes_plan *p, const nes_knowledge *k)
{
    const size_t last = p->rows + nes_plan_minimisers(p) + p->guests; /* of one generation */
    return NES_MODELLED * p->coords + k->told + last;
}

double nes_knowledge_best(const struct nes_run *run)
{
    const nes_modelled *m = &run->modelled;
    return m->best < SIZE_MAX ? m->known->points.f[m->best] : INFINITY;
}

void nes_knowledge_add(struct nes_run *run, const double *x, double f)
{
    nes_modelled *m = &run->modelled;
    nes_archive *a = &m->known->points;
    const double best = nes_knowledge_best(run);
    const bool finite = nes_is_finite_value(f) && isfinite(f);
    nes_natural_point(run, x, m->point);
    const size_t place = nes_archive_append(a, m->point, finite ? f : NAN, m->number);
    if (finite && f < best) m->best = place;
}

void nes_knowledge_recall(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    const nes_archive *a = &m->known->points;
    m->best = SIZE_MAX;
    for (size_t i = 0; i < a->n; i++)
        if (a->run[i] == m->number && a->f[i] < nes_knowledge_best(run)) m->best = i;
}
