/* SPDX-License-Identifier: MIT
 *
 * The public functions: problems are found by id, made once, and then only read. Families (table.c)
 * compute the values; this file owns the memory and answers everything else. */
#include "problem.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "splitmix.h"

nes_status nes_problem_refuse(const nes_problem_note *note, nes_status status, const char *format,
                              ...)
{
    if (note->message && note->size > 0) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(note->message, note->size, format, arguments);
        va_end(arguments);
    }
    return status;
}

/* The family and row of an id; false when there is none. */
static bool find(const char *id, const nes_problem_family **family, const void **row)
{
    for (size_t k = 0; nes_problem_families[k]; k++) {
        *family = nes_problem_families[k];
        *row = (*family)->find(id);
        if (*row) return true;
    }
    return false;
}

static nes_status unknown(const char *id, const nes_problem_note *note)
{
    if (!*id)
        return nes_problem_refuse(note, NES_ERR_OPTION,
                                  "the problem's id is empty; give one such as sphere_d10 "
                                  "(nes list problems shows all)");
    return nes_problem_refuse(note, NES_ERR_OPTION,
                              "there is no problem '%.60s' (nes list problems shows all)", id);
}

static nes_status no_memory(const char *id, const nes_problem_note *note)
{
    return nes_problem_refuse(note, NES_ERR_MEMORY,
                              "there is not enough memory for problem '%.60s'; "
                              "choose a smaller dimension",
                              id);
}

nes_status nes_problem_create(nes_problem **p, const char *id, char *message, size_t size)
{
    const nes_problem_note note = {message, size};
    const nes_problem_family *family;
    const void *row;
    if (p) *p = NULL;
    if (!p || !id) return nes_problem_refuse(&note, NES_ERR_ARGUMENT, "the problem's id is null");
    if (!find(id, &family, &row)) return unknown(id, &note);

    nes_problem *made = calloc(1, sizeof *made);
    if (!made) return no_memory(id, &note);
    made->row = row;
    const size_t id_size = strlen(id) + 1;
    made->id = malloc(id_size);
    nes_status status = NES_ERR_MEMORY;
    if (made->id) {
        memcpy(made->id, id, id_size);
        status = family->open(made, &note);
    }
    if (status != NES_OK) {
        nes_problem_destroy(made);
        return status == NES_ERR_MEMORY ? no_memory(id, &note) : status;
    }
    *p = made;
    return NES_OK;
}

void nes_problem_destroy(nes_problem *p)
{
    if (!p) return;
    if (p->release) p->release(p);
    free(p->data);
    free(p->solution);
    free(p->id);
    free(p);
}

const char *nes_problem_id(const nes_problem *p)
{
    return p ? p->id : NULL;
}

size_t nes_problem_dim(const nes_problem *p)
{
    return p ? p->dim : 0;
}

double nes_problem_optimum(const nes_problem *p)
{
    return p ? p->optimum : NAN;
}

const double *nes_problem_solution(const nes_problem *p)
{
    return p ? p->solution : NULL;
}

nes_start_law nes_problem_start_law(const nes_problem *p, double *a, double *b)
{
    const nes_start_law law = p ? p->law : NES_LAW_POINT;
    if (a) *a = law != NES_LAW_POINT ? p->law_numbers[0] : NAN;
    if (b) *b = law != NES_LAW_POINT ? p->law_numbers[1] : NAN;
    return law;
}

void nes_problem_start(const nes_problem *p, double *x0)
{
    if (!p || !x0) return;
    const double a = p->law_numbers[0], b = p->law_numbers[1];
    uint64_t state = p->start_seed;
    if (p->law == NES_LAW_POINT) {
        p->start(p, x0);
        return;
    }
    for (size_t i = 0; i < p->dim; i++)
        x0[i] = p->law == NES_LAW_UNIFORM ? a + (b - a) * nes_splitmix_uniform(&state)
                                          : a + b * nes_splitmix_normal(&state);
}

double nes_problem_sigma(const nes_problem *p)
{
    return p ? p->sigma : NAN;
}

int nes_problem_bits(const nes_problem *p)
{
    return p ? p->bits : 0;
}

size_t nes_problem_levels(const nes_problem *p, size_t i)
{
    if (!p || i >= p->dim) return 0;
    if (p->bits) return 2;
    return p->levels ? p->levels(p, i) : 0;
}

size_t nes_problem_constraints(const nes_problem *p)
{
    return p ? p->constraints : 0;
}

void nes_problem_constraint_values(const nes_problem *p, size_t n, const double *x, double *g)
{
    const size_t m = nes_problem_constraints(p);
    if (!x) {
        nes_problem_no_values(n * m, g);
        return;
    }
    for (size_t k = 0; m > 0 && g && k < n; k++) p->constrain(p, x + k * p->dim, g + k * m);
}

const char *nes_problem_name(const nes_problem *p)
{
    return p ? p->name : NULL;
}

const char *nes_problem_group(const nes_problem *p)
{
    return p ? p->group : NULL;
}

double nes_problem_value(const nes_problem *p, const double *x)
{
    double f;
    if (!p || !x) return NAN;
    if (p->value) return p->value(p, x);
    p->values(p, 1, x, &f);
    return f;
}

void nes_problem_free_model(nes_problem *p)
{
    free(p->model);
}

double nes_problem_not_finite(size_t n, const double *x)
{
    double f = 0.0;
    for (size_t i = 0; i < n; i++) {
        if (isinf(x[i])) return INFINITY;
        if (isnan(x[i])) f = NAN;
    }
    return f;
}

void nes_problem_no_values(size_t n, double *f)
{
    for (size_t k = 0; f && k < n; k++) f[k] = NAN;
}

void nes_problem_values(const nes_problem *p, size_t n, const double *x, double *f)
{
    if (!p || !x || !f) {
        nes_problem_no_values(n, f);
        return;
    }
    if (p->values) {
        p->values(p, n, x, f);
        return;
    }
    for (size_t k = 0; k < n; k++) f[k] = p->value(p, x + k * p->dim);
}

size_t nes_problem_kind_count(void)
{
    size_t n = 0;
    while (nes_problem_kind_at(n)) n++;
    return n;
}

const nes_problem_kind *nes_problem_kind_at(size_t i)
{
    for (size_t k = 0; nes_problem_families[k]; k++) {
        const nes_problem_family *family = nes_problem_families[k];
        size_t n = 0;
        while (family->kind_at(n)) {
            if (n == i) return family->kind_at(n);
            n++;
        }
        i -= n;
    }
    return NULL;
}
