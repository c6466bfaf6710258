/* SPDX-License-Identifier: MIT
 *
 * The table of one generation: its memory, its local samples, the order of its slots. */
#include "state/batch.h"

#include <string.h>

#include "linalg/gram.h"
#include "linalg/multiply.h"
#include "linalg/vector.h"

/* Carves rows * d numbers and a unit more, since a product reads whole units of the last row too.
 * When that overflows, it asks for more than any machine has. */
static double *carve_rows(nes_arena *a, size_t rows, size_t d)
{
    const bool fits = rows <= SIZE_MAX / 4 / (d + 1) - NES_UNIT;
    return NES_CARVE(a, double, fits ? rows *d + NES_UNIT : SIZE_MAX / 2);
}

/* Points of others stand directly before those of the batch, which begin where vectors like it. */
static double *carve_points(nes_arena *a, const nes_batch_size *size)
{
    const size_t d = size->d, lead = nes_padded(size->ahead * d);
    double *x = carve_rows(a, size->window + (lead + d - 1) / d, d);
    return x != NULL ? x + lead : NULL;
}

static double *carve_choices(nes_arena *a, const nes_batch_size *size)
{
    const size_t rows = size->choices > 0 ? size->n + size->ahead : 0;
    double *choice = NES_CARVE(a, double, rows * size->choices);
    return choice != NULL ? choice + size->ahead * size->choices : NULL;
}

static uint64_t *carve_ids(nes_arena *a, const nes_batch_size *size)
{
    uint64_t *id = NES_CARVE(a, uint64_t, size->n + size->ahead);
    return id != NULL ? id + size->ahead : NULL;
}

void nes_batch_carve(nes_batch *b, nes_arena *a, const nes_batch_size *size)
{
    const size_t d = size->d, n = size->n, all = n + size->spare;
    const size_t rows = size->extra > size->spare ? n + size->extra : all;
    b->d = d;
    b->width = size->width;
    b->capacity = n;
    b->spare = size->spare;
    b->window = size->window;
    b->z = size->keep_z ? carve_rows(a, rows, d) : NULL;
    b->extra = size->keep_z || size->extra == 0 ? NULL : carve_rows(a, size->extra, d);
    b->y = size->width > 0 ? carve_rows(a, n + size->extra, b->width) : NULL;
    b->x = carve_points(a, size);
    b->combined.draws = size->draws;
    b->combined.c = NES_CARVE(a, double, size->draws * size->draws);
    b->combined.block = NES_CARVE(a, double, size->keep_z ? 0 : size->draws *NES_BLOCK);
    b->tail = NES_CARVE(a, double, all);
    b->f = NES_CARVE(a, double, n);
    b->noutputs = size->outputs;
    b->outputs = NES_CARVE(a, double, n * size->outputs);
    b->told = NES_CARVE(a, double, (n + size->ahead) * (1 + size->outputs));
    b->told_fate = NES_CARVE(a, nes_fate, n + size->ahead);
    b->u = NES_CARVE(a, double, all);
    b->v = NES_CARVE(a, double, n);
    b->norm2 = NES_CARVE(a, double, all);
    b->order = NES_CARVE(a, size_t, n);
    b->nraw = size->raw;
    b->raw = size->raw > 0 ? NES_CARVE(a, double, n * size->raw) : NULL;
    b->nchoices = size->choices;
    b->choice = carve_choices(a, size);
    b->scratch = NES_CARVE(a, size_t, n);
    b->row = NES_CARVE(a, uint64_t, n);
    b->source = NES_CARVE(a, uint64_t, all);
    b->id = carve_ids(a, size);
    b->fate = NES_CARVE(a, unsigned char, n);
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

static size_t sample_of(const nes_batch *b, size_t k)
{
    return (size_t)(uint32_t)b->source[k] / 2;
}

/* Samples that are combinations all have the lane of the first: they are drawn again together. */
void nes_batch_block(const nes_batch *b, size_t end, size_t lo, size_t n)
{
    if (b->combined.block == NULL || end == 0) return;
    nes_stream s = nes_batch_stream(b, 0);
    for (size_t j = 0; j <= sample_of(b, end - 1); j++) {
        s.row = (uint32_t)(2 * j);
        b->variates(&s, b->nu, nes_coords_first(b->coords) + lo, n,
                    b->combined.block + j * NES_BLOCK);
    }
}

const double *nes_batch_z(const nes_batch *b, size_t k, size_t lo, size_t n, double *buffer)
{
    if (b->z != NULL) return b->z + k * b->d + lo;
    if (k >= b->n) return nes_batch_extra(b, k - b->n) + lo;
    const nes_combined *m = &b->combined;
    const nes_stream s = nes_batch_stream(b, k);
    if (m->block == NULL)
        b->variates(&s, b->nu, nes_coords_first(b->coords) + lo, n, buffer);
    else
        nes_gram_combine(sample_of(b, k), n, m->c + sample_of(b, k) * m->draws, m->block, NES_BLOCK,
                         buffer);
    if (nes_batch_mirrored(b, k)) nes_negate(n, buffer);
    return buffer;
}

/* Adds |z|^2 over coordinates first .. last-1, block by block, so that the sums are the same
 * whether z is stored or not. */
static void add_squares(const nes_batch *b, size_t lo, size_t hi, size_t first, size_t last,
                        double *r2)
{
    double buffer[NES_BLOCK];
    for (; first < last; first += NES_BLOCK) {
        const size_t n = nes_block_at(first, last);
        const double *rows = b->z != NULL ? b->z + lo * b->d + first : NULL;
        if (rows != NULL) nes_add_dots(hi - lo, n, 1, rows, b->d, rows, b->d, r2);
        nes_batch_block(b, hi, first, n);
        for (size_t k = lo; rows == NULL && k < hi; k++) {
            const double *z = nes_batch_z(b, k, first, n, buffer);
            r2[k - lo] += nes_dot(n, z, z);
        }
    }
}

/* |z|^2 of at most NES_LENGTHS rows. */
static void sum_squares(const nes_batch *b, size_t lo, size_t hi, double *r2)
{
    double room[NES_LENGTHS];
    nes_sums s = nes_sums_begin(b->coords, hi - lo, b->d, r2, room);
    while (nes_sums_next(&s)) add_squares(b, lo, hi, s.lo, s.hi, s.part);
}

/* Where there is a single part, its sums are the result. */
void nes_batch_lengths(const nes_batch *b, size_t lo, size_t hi, double *r2)
{
    const bool single = b->coords == NULL && b->d <= NES_PART;
    memset(r2, 0, (hi - lo) * sizeof *r2);
    if (b->origin) return;
    if (single) add_squares(b, lo, hi, 0, b->d, r2);
    for (size_t k = lo; !single && k < hi; k += NES_LENGTHS)
        sum_squares(b, k, hi - k < NES_LENGTHS ? hi : k + NES_LENGTHS, r2 + (k - lo));
    for (size_t k = lo; k < hi; k++) r2[k - lo] *= b->tail[k] * b->tail[k];
}

double nes_batch_norm2(const nes_batch *b, size_t k)
{
    double r2;
    nes_batch_lengths(b, k, k + 1, &r2);
    return r2;
}

/* An array that has something for each slot. */
typedef struct column {
    void *first;  /* null: the batch has no such array */
    size_t bytes; /* that a slot takes */
} column;

/* Columns from the first on: those of a local sample; with these those of an evaluated point, of a
 * slot that moves up, and of one that is exchanged. Points are apart, as some may be missing. */
enum { SAMPLE = 4, EVALUATED = 10, MOVED = 13, EXCHANGED = 14 };

typedef struct columns {
    column of[EXCHANGED];
} columns;

static columns columns_of(const nes_batch *b)
{
    return (columns){{{b->z, b->d * sizeof *b->z},
                      {b->tail, sizeof *b->tail},
                      {b->source, sizeof *b->source},
                      {b->lane, sizeof *b->lane},
                      {b->y, b->width * sizeof *b->y},
                      {b->raw, b->nraw * sizeof *b->raw},
                      {b->choice, b->nchoices * sizeof *b->choice},
                      {b->f, sizeof *b->f},
                      {b->outputs, b->noutputs * sizeof *b->outputs},
                      {b->number, sizeof *b->number},
                      {b->tries, sizeof *b->tries},
                      {b->id, sizeof *b->id},
                      {b->fate, sizeof *b->fate},
                      {b->row, sizeof *b->row}}};
}

static unsigned char *entry_of(const column *c, size_t k)
{
    return (unsigned char *)c->first + k * c->bytes;
}

static void copy_columns(const nes_batch *b, size_t count, size_t from, size_t to)
{
    const columns c = columns_of(b);
    for (const column *t = c.of; from != to && t < c.of + count; t++)
        if (t->first != NULL) memcpy(entry_of(t, to), entry_of(t, from), t->bytes);
}

void nes_batch_copy_sample(nes_batch *b, size_t from, size_t to)
{
    copy_columns(b, SAMPLE, from, to);
}

void nes_batch_copy(nes_batch *b, size_t from, size_t to)
{
    copy_columns(b, EVALUATED, from, to);
    if (from != to) memcpy(nes_batch_x(b, to), nes_batch_x(b, from), b->d * sizeof *b->x);
}

static void exchange(void *a, void *b, size_t bytes)
{
    unsigned char *x = a, *y = b, some[256];
    for (size_t n; bytes > 0; bytes -= n, x += n, y += n) {
        n = bytes < sizeof some ? bytes : sizeof some;
        memcpy(some, x, n);
        memcpy(x, y, n);
        memcpy(y, some, n);
    }
}

void nes_batch_swap(nes_batch *b, size_t i, size_t j)
{
    const columns c = columns_of(b);
    for (const column *t = c.of; t < c.of + EXCHANGED; t++)
        if (t->first != NULL) exchange(entry_of(t, i), entry_of(t, j), t->bytes);
    exchange(nes_batch_x(b, i), nes_batch_x(b, j), b->d * sizeof *b->x);
}

/* Where points are handed out in parts, those of dropped rows may be gone; nobody asks for them. */
static void move_row(nes_batch *b, size_t from, size_t to)
{
    const size_t d = b->d;
    copy_columns(b, MOVED, from, to);
    if (from != to && b->window >= b->capacity)
        memcpy(b->x + to * d, b->x + from * d, d * sizeof *b->x);
}

/* Notes whether each row has a value, in the scratch of ranking; slots may be in any order. */
static const size_t *valued_rows(const nes_batch *b)
{
    for (size_t k = 0; k < b->n; k++) b->scratch[b->row[k]] = nes_is_told(b->fate[k]);
    return b->scratch;
}

/* The end of the group that begins at row lo, if all of it has values; else lo. */
static size_t whole_group(const size_t *valued, size_t n, size_t lo, size_t together)
{
    const size_t hi = n - lo < together ? n : lo + together;
    for (size_t row = lo; row < hi; row++)
        if (!valued[row]) return lo;
    return hi;
}

size_t nes_batch_whole(const nes_batch *b, size_t together)
{
    const size_t *valued = valued_rows(b);
    size_t rows = 0;
    for (size_t lo = 0; lo < b->n; lo += together)
        rows += whole_group(valued, b->n, lo, together) - lo;
    return rows;
}

size_t nes_batch_drop(nes_batch *b, size_t together)
{
    const size_t *valued = valued_rows(b);
    size_t kept = 0;
    for (size_t lo = 0; lo < b->n; lo += together) {
        const size_t end = whole_group(valued, b->n, lo, together);
        for (size_t k = lo; k < end; k++) move_row(b, k, kept++);
    }
    b->n = kept;
    if (b->window < b->capacity) b->first = kept;
    return kept;
}

const size_t *nes_batch_slots(const nes_batch *b)
{
    for (size_t k = 0; k < b->n; k++) b->scratch[b->row[k]] = k;
    return b->scratch;
}

void nes_batch_restore(nes_batch *b)
{
    for (size_t i = 0; i < b->n; i++)
        while (b->row[i] != i) nes_batch_swap(b, i, (size_t)b->row[i]);
}

static bool is_before(const nes_batch *b, size_t i, size_t k)
{
    return b->tries[i] != b->tries[k] ? b->tries[i] < b->tries[k] : b->id[i] < b->id[k];
}

void nes_batch_order(nes_batch *b, size_t first, size_t end)
{
    size_t gap = 1;
    while (gap < (end - first) / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (size_t i = first + gap; i < end; i++)
            for (size_t k = i; k >= first + gap && is_before(b, k, k - gap); k -= gap)
                nes_batch_swap(b, k, k - gap);
}
