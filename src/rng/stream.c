/* SPDX-License-Identifier: MIT
 *
 * Random numbers by address. One Philox block of 128 bits is a pair of uniform numbers of 53 bits.
 * Box and Muller's formula turns the pair into the normal numbers of two neighbouring coordinates
 * (rng/normal_kernel.h). Single numbers come from Random123; many numbers are queued and made by
 * the vectorised code, which gives the same bits. [math: R1] */
#include "rng/stream.h"

#include <string.h>

#include <Random123/philox.h>

#include "rng/normal.h"

const nes_normal_code *const nes_normal_codes[] = NES_CPU_LEVELS(&nes_normal);

typedef struct pair {
    uint64_t a, b;
} pair;

/* Returns an address's last word: 8 high bits of the generation, 16 of the run, 8 of the lane. */
static uint32_t rest_of(const nes_stream *s, uint32_t lane)
{
    const uint32_t high = (uint32_t)(s->generation >> 32) & 0xffu;
    return high << 24 | (s->run & 0xffffu) << 8 | (lane & 0xffu);
}

static pair block(const nes_stream *s, uint64_t index)
{
    const philox4x32_key_t key = {{(uint32_t)s->seed, (uint32_t)(s->seed >> 32)}};
    const philox4x32_ctr_t counter = {
        {(uint32_t)index, s->row, (uint32_t)s->generation, rest_of(s, s->lane)}};
    const philox4x32_ctr_t r = philox4x32_R(10, counter, key);
    return (pair){(uint64_t)r.v[0] << 32 | r.v[1], (uint64_t)r.v[2] << 32 | r.v[3]};
}

/* Returns a number of 53 bits in (0, 1]; it is never 0, so its logarithm is finite. */
static double unit(uint64_t bits)
{
    return ((double)(bits >> 11) + 0.5) * 0x1p-53;
}

/* Addresses of blocks that wait until there are enough for the vectorised code, and the numbers
 * made from these blocks. */
typedef struct queue {
    nes_normal_fill fill;
    nes_normal_blocks in;
    size_t n;
    _Alignas(64) double out[2 * NES_NORMAL_BLOCKS];
} queue;

static void open_queue(queue *q, const nes_stream *s, nes_normal_fill fill)
{
    q->fill = fill;
    q->in.key[0] = (uint32_t)s->seed;
    q->in.key[1] = (uint32_t)(s->seed >> 32);
    q->in.generation = (uint32_t)s->generation;
    q->n = 0;
}

static void add(queue *q, uint64_t index, uint32_t row, uint32_t rest)
{
    q->in.index[q->n] = (uint32_t)index;
    q->in.row[q->n] = row;
    q->in.rest[q->n++] = rest;
}

/* Fills the queue with n neighbouring blocks of the row that address_queue has set. */
static void number_queue(queue *q, size_t n, uint32_t index)
{
    for (size_t i = 0; i < n; i++) q->in.index[i] = index + (uint32_t)i;
    q->n = n;
}

static void address_queue(queue *q, size_t n, uint32_t row, uint32_t rest)
{
    for (size_t i = 0; i < n; i++) {
        q->in.row[i] = row;
        q->in.rest[i] = rest;
    }
}

/* Appends n neighbouring blocks of one row to the queue. */
static void append(queue *q, size_t n, uint32_t index, uint32_t row, uint32_t rest)
{
    for (size_t i = 0; i < n; i++) {
        q->in.index[q->n + i] = index + (uint32_t)i;
        q->in.row[q->n + i] = row;
        q->in.rest[q->n + i] = rest;
    }
    q->n += n;
}

/* Makes the numbers of all blocks in the queue, padded to whole steps; the padding is not read. */
static void run_queue(queue *q)
{
    const size_t n = q->n;
    while (q->n % NES_NORMAL_STEP != 0) add(q, 0, 0, 0);
    q->fill(q->n, &q->in, q->out);
    q->n = n;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Makes the numbers for the coordinates first .. first+n-1 of one row. An odd first begins in the
 * middle of a block, whose first number is skipped. */
static void fill_row(nes_normal_fill fill, const nes_stream *s, uint64_t first, size_t n,
                     double *out)
{
    const size_t skip = first % 2;
    queue q;
    open_queue(&q, s, fill);
    address_queue(&q, least(n / 2 + 1, NES_NORMAL_BLOCKS), s->row, rest_of(s, s->lane));
    for (size_t i = 0, used = skip; i < n; used = 0) { /* used: numbers to skip in this block */
        const size_t blocks = least((n - i + used + 1) / 2, NES_NORMAL_BLOCKS);
        const size_t made = least(2 * blocks - used, n - i);
        number_queue(&q, blocks, (uint32_t)((first + i) / 2));
        if (made == 2 * NES_NORMAL_BLOCKS) { /* a full queue goes to `out` without a copy */
            fill(blocks, &q.in, out + i);
        } else {
            run_queue(&q);
            memcpy(out + i, q.out + used, made * sizeof *out);
        }
        i += made;
    }
}

void nes_normals(const nes_stream *s, uint64_t first, size_t n, double *out)
{
    fill_row(nes_normal_codes[nes_cpu_best()]->normals, s, first, n, out);
}

void nes_log_uniforms(const nes_stream *s, uint64_t first, size_t n, double *out)
{
    fill_row(nes_normal_codes[nes_cpu_best()]->logarithms, s, first, n, out);
}

/* Rows of `length` numbers that a queue fills one after the other. */
typedef struct rows {
    size_t length;
    double *row;
    size_t filled; /* numbers in the present row, always even */
} rows;

/* Moves the numbers of the queue to the rows. If only the first number of a block belongs to the
 * row, the second is dropped. */
static void empty_queue(queue *q, rows *to)
{
    run_queue(q);
    for (size_t i = 0, more; i < 2 * q->n; i += more + more % 2) {
        more = least(to->length - to->filled, 2 * q->n - i);
        memcpy(to->row + to->filled, q->out + i, more * sizeof *q->out);
        to->filled += more;
        if (to->filled == to->length) {
            to->row += to->length;
            to->filled = 0;
        }
    }
    q->n = 0;
}

/* With an even number of coordinates there are no gaps: all rows are filled as one. */
void nes_normal_rows(const nes_stream *s, nes_samples which, size_t d, double *out)
{
    const size_t blocks = (d + 1) / 2;
    rows to = {.length = d % 2 == 0 ? which.n * d : d, .row = out};
    queue q;
    open_queue(&q, s, nes_normal_codes[nes_cpu_best()]->normals);
    for (size_t k = 0; k < which.n; k++)
        for (size_t i = 0, more; i < blocks; i += more) {
            more = least(blocks - i, NES_NORMAL_BLOCKS - q.n);
            append(&q, more, (uint32_t)i, (uint32_t)which.row[k], rest_of(s, which.lane[k]));
            if (q.n == NES_NORMAL_BLOCKS) empty_queue(&q, &to);
        }
    empty_queue(&q, &to);
}

double nes_uniform(const nes_stream *s, uint64_t coordinate)
{
    const pair r = block(s, coordinate / 2);
    return unit(coordinate % 2 == 0 ? r.a : r.b);
}

void nes_uniforms(const nes_stream *s, uint64_t first, size_t n, double *out)
{
    size_t i = 0;
    if (n > 0 && first % 2 != 0) out[i++] = nes_uniform(s, first);
    for (; i + 1 < n; i += 2) {
        const pair r = block(s, (first + i) / 2);
        out[i] = unit(r.a);
        out[i + 1] = unit(r.b);
    }
    if (i < n) out[i] = nes_uniform(s, first + i);
}
