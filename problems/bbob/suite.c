/* SPDX-License-Identifier: MIT
 *
 * Opens a function of a suite by its id. */
#include "bbob.h"

/* Up to this instance all seeds are below the modulus of the generator, 2^31 - 1. */
enum { INSTANCES = 200000 };

bool nes_bbob_has(const nes_bbob_suite *s, const char *id)
{
    return nes_problem_of_suite(id, s->prefix);
}

static void start(const nes_problem *p, double *x0)
{
    for (size_t i = 0; i < p->dim; i++) x0[i] = 0.0; /* the middle of the box [-5, 5]^d */
}

nes_status nes_bbob_open(nes_problem *p, const nes_bbob_suite *s, const nes_problem_note *note)
{
    size_t function = 0, instance = 0;
    const nes_suite_ids ids = {s->suite, s->prefix, INSTANCES};
    const nes_status status = nes_problem_read_suite(p, &ids, &function, &instance, note);
    if (status != NES_OK) return status;
    const nes_bbob_function *f = &s->rows[function - s->suite->first];
    const bool rotated = f->block == 0 && nes_bbob_code_at(0)->find(f->definition)->matrices != 0;
    if (p->dim > NES_PROBLEM_ROTATED_DIM && rotated)
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
