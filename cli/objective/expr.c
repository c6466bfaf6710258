/* SPDX-License-Identifier: MIT
 *
 * nes run --expr FORMULA --dim N: a formula, compiled once and evaluated without allocation. */
#include "formula/formula.h"
#include "objective/objective.h"

static nes_fate record(size_t dim, const double *x, double *values, void *data)
{
    (void)dim; /* the formula was compiled for it */
    return formula_evaluate(data, x, values);
}

static void release(void *data)
{
    formula_destroy(data);
}

int objective_formula(objective *o, const char *text, const variables *v, char *message,
                      size_t size)
{
    formula *f;
    const int refused = objective_init(o, v->n, message, size);
    if (refused) return refused;
    if (!formula_create(&f, text, v, message, size)) return 2;
    o->record = record;
    o->data = f;
    o->release = release;
    return 0;
}

int objective_expr(objective *o, const char *text, size_t dim, char *message, size_t size)
{
    return objective_formula(o, text, &(variables){.n = dim}, message, size);
}
