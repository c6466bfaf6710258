/* SPDX-License-Identifier: MIT
 *
 * Drawing: the standard random numbers of some rows, by the law of the family. Every number has an
 * address, so it does not matter how the work is cut: by rows, or by coordinates where rows are so
 * long that there are more pieces that way. [math: R1] */
#include "family/family.h"
#include "sampling/sampling.h"
#include "util/team.h"

/* Slots lo .. hi-1 of a batch that are being drawn. */
typedef struct drawing {
    nes_batch *b;
    size_t lo, hi;
    bool reflects; /* mirror images are made later */
} drawing;

static void draw_coordinates(void *data, size_t first, size_t last)
{
    const drawing *s = data;
    nes_batch *b = s->b;
    for (size_t k = s->lo; k < s->hi; k++) {
        if (s->reflects && nes_batch_mirrored(b, k)) continue;
        const nes_stream stream = nes_batch_stream(b, k);
        double *z = b->z + k * b->d + first;
        b->variates(&stream, b->nu, nes_coords_first(b->coords) + first, last - first, z);
        if (nes_batch_mirrored(b, k)) nes_negate(last - first, z);
    }
}

/* Short rows of normal numbers are made many at a time. */
static void draw_rows(void *data, size_t first, size_t last)
{
    const drawing *s = data;
    nes_batch *b = s->b;
    const size_t lo = s->lo + first, hi = s->lo + last, d = b->d;
    if (b->variates != nes_normal_variates || d >= NES_BLOCK || b->coords != NULL) {
        drawing rows = {b, lo, hi, s->reflects};
        draw_coordinates(&rows, 0, d);
        return;
    }
    nes_normal_rows(&b->stream, (nes_samples){hi - lo, b->source + lo, b->lane + lo}, d,
                    b->z + lo * d);
    for (size_t k = lo; k < hi; k++)
        if (nes_batch_mirrored(b, k)) nes_negate(d, b->z + k * d);
}

static void draw_variates(const nes_gen *g, nes_batch *b, size_t lo, size_t hi)
{
    const nes_dist *p = &g->dist;
    drawing s = {b, lo, hi, g->sampling->mirrors && g->sampling->arrange != NULL};
    if (p->team == NULL)
        draw_rows(&s, 0, hi - lo);
    else if ((hi - lo) * NES_BLOCK >= b->d)
        nes_team_run(p->team, hi - lo, 1, draw_rows, &s);
    else
        nes_team_run(p->team, b->d, NES_BLOCK, draw_coordinates, &s);
}

static void draw_factors(const nes_family *f, const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    for (size_t k = lo; k < hi; k++) {
        if (f->radius == NULL) {
            b->tail[k] = 1;
            continue;
        }
        const nes_stream s = nes_batch_stream(b, k);
        b->tail[k] = f->radius(p, &s, b->z + k * b->d);
    }
}

void nes_draw(const nes_gen *g, nes_batch *b, size_t lo, size_t hi)
{
    const nes_family *f = g->dist.family;
    if (f->sample != NULL) {
        f->sample(&g->dist, b, lo, hi);
        return;
    }
    b->variates = f->variates != NULL ? f->variates : nes_normal_variates;
    b->nu = f->nu != NULL ? f->nu(&g->dist) : 0;
    if (b->z != NULL) draw_variates(g, b, lo, hi);
    if (g->sampling->arrange != NULL) g->sampling->arrange(b, lo, hi);
    draw_factors(f, &g->dist, b, lo, hi);
}
