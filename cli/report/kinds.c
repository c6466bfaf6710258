/* SPDX-License-Identifier: MIT
 *
 * Kinds of variables; see report/kinds.h. */
#include "report/kinds.h"

#include <math.h>

bool kind_is_log(const nes_settings *s, size_t i)
{
    (void)s, (void)i;
    return false;
}

bool kind_is_integer(const nes_settings *s, size_t i)
{
    (void)s, (void)i;
    return false;
}

bool kind_is_bounded(const nes_settings *s, size_t i)
{
    return s->lower != NULL && s->upper != NULL && isfinite(s->lower[i]) && isfinite(s->upper[i]) &&
           s->upper[i] > s->lower[i];
}
