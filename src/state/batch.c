/* SPDX-License-Identifier: MIT
 *
 * The table of one generation: its memory, its local samples, the order of its slots. */
#include "state/batch.h"

#include <string.h>

#include "linalg/multiply.h"
#include "linalg/product.h"

void nes_batch_carve(nes_batch *b, nes_arena *a, size_t d, size_t n, size_t spare, bool keep_z,
                     bool keep_y)
{
    const size_t width = nes_padded(d), all = n + spare;
    const bool fits = n <= SIZE_MAX / 4 / (width + 1);
    const size_t nd = fits ? n * d : SIZE_MAX / 2;
    b->d = d;
    b->width = width;
    b->capacity = n;
    b->spare = spare;
    b->z = keep_z ? NES_CARVE(a, double, fits ? all *d : SIZE_MAX / 2) : NULL;
    b->y = keep_y ? NES_CARVE(a, double, fits ? n *width : SIZE_MAX / 2) : NULL;
    b->x = NES_CARVE(a, double, nd);
    b->tail = NES_CARVE(a, double, all);
    b->f = NES_CARVE(a, double, n);
    b->told = NES_CARVE(a, double, n);
    b->u = NES_CARVE(a, double, all);
    b->v = NES_CARVE(a, double, n);
    b->norm2 = NES_CARVE(a, double, all);
    b->order = NES_CARVE(a, size_t, n);
    b->scratch = NES_CARVE(a, size_t, n);
    b->row = NES_CARVE(a, uint64_t, n);
    b->source = NES_CARVE(a, uint64_t, all);
    b->id = NES_CARVE(a, uint64_t, n);
    b->valued = NES_CARVE(a, unsigned char, n);
    b->lane = NES_CARVE(a, unsigned char, all);
    b->number = NES_CARVE(a, uint64_t, n);
    b->tries = NES_CARVE(a, uint64_t, n);
}

nes_stream nes_batch_stream(const nes_batch *b, size_t k)
{
    nes_stream s = b->stream;
    s.row = (uint32_t)b->source[k];
    s.lane = b->lane[k];
    return s;
}

const double *nes_batch_z(const nes_batch *b, size_t k, size_t lo, size_t n, double *buffer)
{
    if (b->z != NULL) return b->z + k * b->d + lo;
    const nes_stream s = nes_batch_stream(b, k);
    b->variates(&s, b->nu, lo, n, buffer);
    return buffer;
}

double nes_batch_norm2(const nes_batch *b, size_t k)
{
    double buffer[NES_BLOCK];
    double sum = 0;
    if (b->origin) return 0;
    for (size_t lo = 0; lo < b->d; lo += NES_BLOCK) {
        const size_t n = b->d - lo < NES_BLOCK ? b->d - lo : NES_BLOCK;
        const double *z = nes_batch_z(b, k, lo, n, buffer);
        sum += nes_dot(n, z, z);
    }
    return b->tail[k] * b->tail[k] * sum;
}

void nes_batch_copy_sample(nes_batch *b, size_t from, size_t to)
{
    const size_t d = b->d;
    if (from == to) return;
    memcpy(b->z + to * d, b->z + from * d, d * sizeof *b->z);
    b->tail[to] = b->tail[from];
    b->source[to] = b->source[from];
    b->lane[to] = b->lane[from];
}

void nes_batch_copy(nes_batch *b, size_t from, size_t to)
{
    const size_t d = b->d;
    if (from == to) return;
    nes_batch_copy_sample(b, from, to);
    if (b->y != NULL) memcpy(b->y + to * b->width, b->y + from * b->width, d * sizeof *b->y);
    memcpy(b->x + to * d, b->x + from * d, d * sizeof *b->x);
    b->f[to] = b->f[from];
    b->number[to] = b->number[from];
}

static void swap_reals(double *a, double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const double t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

static void swap_counts(uint64_t *a, uint64_t *b)
{
    const uint64_t t = *a;
    *a = *b;
    *b = t;
}

static void swap_bytes(unsigned char *a, unsigned char *b)
{
    const unsigned char t = *a;
    *a = *b;
    *b = t;
}

void nes_batch_swap(nes_batch *b, size_t i, size_t j)
{
    const size_t d = b->d;
    if (b->z != NULL) swap_reals(b->z + i * d, b->z + j * d, d);
    if (b->y != NULL) swap_reals(b->y + i * b->width, b->y + j * b->width, d);
    swap_reals(b->x + i * d, b->x + j * d, d);
    swap_reals(b->tail + i, b->tail + j, 1);
    swap_reals(b->f + i, b->f + j, 1);
    swap_counts(b->row + i, b->row + j);
    swap_counts(b->source + i, b->source + j);
    swap_counts(b->id + i, b->id + j);
    swap_counts(b->number + i, b->number + j);
    swap_counts(b->tries + i, b->tries + j);
    swap_bytes(b->valued + i, b->valued + j);
    swap_bytes(b->lane + i, b->lane + j);
}

void nes_batch_restore(nes_batch *b)
{
    for (size_t i = 0; i < b->n; i++)
        while (b->row[i] != i) nes_batch_swap(b, i, (size_t)b->row[i]);
}
