/* SPDX-License-Identifier: MIT
 *
 * Makes an instance: memory for what the plan of its definition asks for, then the random parts and
 * the optimum. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bbob.h"
#include "random.h"

void nes_bbob_powers(const nes_bbob *b, double base, double *v)
{
    for (size_t i = 0; i < b->d; i++) v[i] = pow(base, (double)i / (double)(b->d - 1));
}

void nes_bbob_scale_rows(const nes_bbob *b, double *matrix, const double *v)
{
    for (size_t i = 0; i < b->d; i++)
        for (size_t j = 0; j < b->d; j++) matrix[i * b->d + j] *= v[i];
}

/* Rotations of blocks, one after the other, each with a seed of its own. */
static void make_blocks(const nes_bbob *b, int64_t seed, double *matrix)
{
    for (size_t first = 0; first < b->d; first += b->block, seed += 1000000) {
        const size_t n = b->d - first < b->block ? b->d - first : b->block;
        nes_bbob_rotation(n, seed, matrix + first * b->block, b->scratch);
    }
}

void nes_bbob_make_r(nes_bbob *b)
{
    make_blocks(b, b->seed + 1000000, b->r);
}

void nes_bbob_make_q(nes_bbob *b)
{
    make_blocks(b, b->seed, b->q);
}

enum { BLOCK = 64 };

void nes_bbob_make_m(nes_bbob *b, double base)
{
    const size_t d = b->d;
    nes_bbob_make_r(b);
    nes_bbob_make_q(b);
    nes_bbob_powers(b, base, b->scratch);
    memset(b->m, 0, d * d * sizeof *b->m);
    for (size_t first = 0; first < d; first += BLOCK) { /* columns of Q that stay in the cache */
        const size_t end = d - first < BLOCK ? d : first + BLOCK;
        for (size_t i = 0; i < d; i++)
            for (size_t k = 0; k < d; k++) {
                const double factor = b->r[i * d + k] * b->scratch[k];
                for (size_t j = first; j < end; j++) b->m[i * d + j] += factor * b->q[k * d + j];
            }
    }
}

/* A block of memory that is divided into arrays, one after the other. Without memory (next is null)
 * the numbers are only counted. */
typedef struct supply {
    double *next;
    size_t count;
    bool overflow;
} supply;

static double *take(supply *s, size_t rows, size_t columns)
{
    double *array = s->next;
    if (columns != 0 && rows > (PTRDIFF_MAX / sizeof(double) - s->count) / columns) {
        s->overflow = true;
        return NULL;
    }
    s->count += rows * columns;
    if (s->next) s->next += rows * columns;
    return array;
}

static void place(nes_bbob *b, supply *s)
{
    const nes_bbob_plan *plan = b->form[0].plan;
    const size_t d = b->d, n = plan->peaks;
    b->weight = take(s, d, 1);
    if (plan->matrices & NES_BBOB_R) b->r = take(s, d, b->block);
    if (plan->matrices & NES_BBOB_Q) b->q = take(s, d, b->block);
    if (plan->matrices & NES_BBOB_M) b->m = take(s, d, d);
    b->height = take(s, n, 1);
    b->level = take(s, n, 1);
    b->slope = take(s, n, d);
    b->centre = take(s, n, d);
    b->scratch = take(s, NES_BBOB_PANEL, d + n);
    if (b->function->block == 0) return;
    b->stretch = take(s, d, 1);
    if (d > b->block) b->order = (size_t *)(void *)take(s, d, NES_BBOB_ORDERS);
}

static void release(nes_problem *p)
{
    nes_bbob *b = p->model;
    if (b) nes_bbob_workspace_destroy(b->work);
    free(b);
}

/* One block of memory for a copy of *model and, behind it, its arrays. */
static nes_bbob *allocate(const nes_bbob *model)
{
    nes_bbob counted = *model;
    supply s = {NULL, 0, false};
    place(&counted, &s);
    if (s.overflow || s.count > (PTRDIFF_MAX - sizeof counted) / sizeof(double)) return NULL;
    nes_bbob *b = malloc(sizeof *b + s.count * sizeof(double));
    if (!b) return NULL;
    *b = *model;
    s = (supply){(double *)(b + 1), 0, false};
    place(b, &s);
    return b;
}

/* Whole blocks go to the code with most lanes. The remainder goes to the code with the fewest lanes
 * that still takes it in one block. */
static void values(const nes_problem *p, size_t n, const double *x, double *f)
{
    const nes_bbob *b = p->model;
    const struct nes_bbob_form *form = b->form;
    double *room = nes_bbob_workspace_take(b->work);
    for (size_t count; n > 0; n -= count, x += count * b->d, f += count) {
        while (form[1].code && form[1].code->lanes >= n) form++;
        const size_t lanes = form->code->lanes;
        count = n < lanes ? n : n - n % lanes;
        form->code->values(b, form->plan, count, x, f, room);
    }
    nes_bbob_workspace_give(b->work, room);
}

nes_status nes_bbob_make(nes_problem *p, const nes_bbob_function *f, size_t instance, size_t widest)
{
    const size_t d = p->dim, block = f->block > 0 && f->block < d ? f->block : d;
    nes_bbob model = {.function = f,
                      .d = d,
                      .seed = (int64_t)(f->base + 10000 * instance),
                      .block = block,
                      .part = (double)block / (double)d,
                      .leading = (d + block - 1) / block};
    const nes_bbob_code *code;
    for (size_t i = 0; (code = nes_bbob_code_at(widest + i)) != NULL; i++)
        model.form[i] = (struct nes_bbob_form){code, code->find(f->definition)};
    const size_t lanes = model.form[0].code->lanes;
    p->release = release;
    if (p->dim > PTRDIFF_MAX / sizeof(double) / (4 * lanes)) return NES_ERR_MEMORY;
    p->solution = malloc(p->dim * sizeof *p->solution);
    nes_bbob *b = p->model = allocate(&model);
    if (!p->solution || !b) return NES_ERR_MEMORY;
    b->work = nes_bbob_workspace_create(3 * p->dim * lanes);
    if (!b->work) return NES_ERR_MEMORY;
    b->xopt = p->solution;
    b->fopt = p->optimum = nes_bbob_fopt(b->seed);
    b->form[0].plan->prepare(b);
    p->values = values;
    return NES_OK;
}
