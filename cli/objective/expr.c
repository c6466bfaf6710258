/* SPDX-License-Identifier: MIT
 *
 * nes run --expr FORMULA --dim N: a formula, compiled once and evaluated without allocation. */
#include "base/exit_status.h"
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

int objective_formula(objective *o, const char *text, const variables *v)
{
    const int refused = objective_init(o, v->n);
    if (refused) return refused;
    o->data = formula_create(text, v);
    if (!o->data) return EXIT_USAGE;
    o->record = record;
    o->release = release;
    return 0;
}
