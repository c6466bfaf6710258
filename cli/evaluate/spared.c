/* SPDX-License-Identifier: MIT
 *
 * See evaluate/spared.h. */
#include "evaluate/spared.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

static bool has_early(const objective *o)
{
    const relations *r = o->named != NULL ? &o->named->constraints : NULL;
    for (size_t i = 0; r != NULL && i < r->n; i++)
        if (r->v[i].early) return true;
    return false;
}

void spared_begin(spared *s, const objective *o)
{
    *s = (spared){.objective = o};
    s->values = memory_zeros(1 + o->outputs, sizeof *s->values);
}

void spared_close(spared *s)
{
    free(s->values);
    s->values = NULL;
}

bool spared_answer(void *data, const double *x, eval_record *to)
{
    spared *s = data;
    const objective *o = s->objective;
    const relation *of;
    if (!outputs_violates(o->named, o->dim, x, s->values, &of)) return false;
    snprintf(s->why, sizeof s->why, "violates %.180s", of->text);
    to->outputs = s->values + 1;
    to->failure = s->why;
    return true;
}

bool spared_open(spared *s, evaluator *e, const objective *o, const evaluator *inner)
{
    if (!has_early(o)) return false;
    spared_begin(s, o);
    front_open(e, o->dim, o->outputs, inner, spared_answer, s);
    return true;
}
