/* SPDX-License-Identifier: MIT
 *
 * Opens a function of a suite by its id, PREFIX_fFFF_iII_dDD. Function, instance and dimension may
 * have any number of digits. */
#include <string.h>

#include "bbob.h"

/* Up to this instance all seeds are below the modulus of the generator, 2^31 - 1. */
enum { INSTANCES = 200000 };

bool nes_bbob_has(const nes_bbob_suite *s, const char *id)
{
    const char *rest;
    if (!nes_problem_named(id, s->prefix, strlen(s->prefix), &rest)) return false;
    return *rest == '\0' || strncmp(rest, "_f", 2) == 0;
}

/* Reads '_', the letter and digits at *text, and moves *text behind them. */
static bool read_part(const char **text, char letter, size_t *value)
{
    if ((*text)[0] != '_' || (*text)[1] != letter) return false;
    *text += 2;
    return nes_problem_digits(text, value);
}

static nes_status read_id(nes_problem *p, const nes_bbob_suite *suite, size_t *function,
                          size_t *instance, const nes_problem_note *note)
{
    const nes_suite *s = suite->suite;
    const char *prefix = suite->prefix, *rest = p->id + strlen(prefix);
    if (!read_part(&rest, 'f', function) || !read_part(&rest, 'i', instance) ||
        !read_part(&rest, 'd', &p->dim) || *rest)
        return nes_problem_refuse(note, NES_ERR_OPTION,
                                  "problem '%.60s' is not %s_fF_iI_dD; write %s_f%03zu_i01_d10 "
                                  "for function %zu, instance 1, dimension 10",
                                  p->id, prefix, prefix, s->first, s->first);
    if (*function < s->first || *function > s->last)
        return nes_problem_refuse(note, NES_ERR_OPTION,
                                  "there is no function %zu in problem '%.60s'; %s has functions "
                                  "%zu to %zu",
                                  *function, p->id, s->name, s->first, s->last);
    if (*instance < 1 || *instance > INSTANCES)
        return nes_problem_refuse(note, NES_ERR_OPTION,
                                  "there is no instance %zu in problem '%.60s'; instances are 1 "
                                  "to %d",
                                  *instance, p->id, INSTANCES);
    if (p->dim < 2)
        return nes_problem_refuse(note, NES_ERR_DIMENSION,
                                  "%s functions need at least dimension 2, not %zu as in problem "
                                  "'%.60s'",
                                  s->name, p->dim, p->id);
    return NES_OK;
}

static void start(const nes_problem *p, double *x0)
{
    for (size_t i = 0; i < p->dim; i++) x0[i] = 0.0; /* the middle of the box [-5, 5]^d */
}

nes_status nes_bbob_open(nes_problem *p, const nes_bbob_suite *s, const nes_problem_note *note)
{
    size_t function = 0, instance = 0;
    const nes_status status = read_id(p, s, &function, &instance, note);
    if (status != NES_OK) return status;
    const nes_bbob_function *f = &s->rows[function - s->suite->first];
    if (p->dim > NES_PROBLEM_ROTATED_DIM && nes_bbob_code_at(0)->find(f->definition)->matrices != 0)
        return nes_problem_refuse(note, NES_ERR_DIMENSION,
                                  "the dimension of problem '%.60s' is too large; functions with "
                                  "rotations are offered up to %d",
                                  p->id, NES_PROBLEM_ROTATED_DIM);
    p->row = f;
    p->name = f->name;
    p->group = f->group;
    p->noise = f->noise;
    p->sigma = 2.0;
    p->start = start;
    return nes_bbob_make(p, f, instance, 0);
}
