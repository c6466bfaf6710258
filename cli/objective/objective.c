/* SPDX-License-Identifier: MIT
 *
 * What all objectives share: the fields every maker fills in the same way, and closing. */
#include "objective/objective.h"

#include <math.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "objective/program.h"

int objective_init(objective *o, size_t dim)
{
    *o = (objective){.dim = dim, .optimum = NAN};
    if (dim > 0) return 0;
    return text_error(EXIT_USAGE,
                      "the dimension is not known; say how many coordinates the objective "
                      "has with --dim N (1 or more)");
}

void objective_close(objective *o)
{
    if (o->release) o->release(o->data);
    program_close(o->program);
    variables_close(&o->variables);
    *o = (objective){.optimum = NAN};
}

const char *objective_failure(const char *said)
{
    return said[0] != '\0' ? "exception" : "reported by the objective";
}
