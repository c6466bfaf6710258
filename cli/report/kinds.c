/* SPDX-License-Identifier: MIT
 *
 * Kinds of variables; see report/kinds.h. */
#include "report/kinds.h"

#include <math.h>

bool kind_is_log(const nes_settings *s, size_t i)
{
    return s->log != NULL && s->log[i] != 0;
}

bool kind_is_integer(const nes_settings *s, size_t i)
{
    return s->integer != NULL && s->integer[i] != 0;
}

bool kind_is_fixed(const nes_settings *s, size_t i)
{
    return s->lower != NULL && s->upper != NULL && s->lower[i] == s->upper[i];
}

bool kind_is_bounded(const nes_settings *s, size_t i)
{
    return s->lower != NULL && s->upper != NULL && isfinite(s->lower[i]) && isfinite(s->upper[i]) &&
           s->upper[i] > s->lower[i];
}
