/* SPDX-License-Identifier: MIT
 *
 * Whether a run calls LAPACK. Some implementations of it are not safe in several threads at a time,
 * and whoever runs several optimisers at once wants to know. */
#include "family/family.h"
#include "gradient/gradient.h"
#include "linalg/invert.h"
#include "opt/challenger.h"
#include "opt/handle.h"
#include "opt/methods.h"

static bool solves(const char *family, const char *gradient)
{
    return nes_family_find(family)->inverts || nes_gradient_find(gradient)->fits;
}

static bool challenger_solves(const nes_settings *s)
{
    char family[32], gradient[32];
    const nes_method *m = nes_method_find(s->challenger);
    return nes_method_get(m, "family", family, sizeof family) == NES_OK &&
           nes_method_get(m, "gradient", gradient, sizeof gradient) == NES_OK &&
           solves(family, gradient);
}

bool nes_uses_lapack(const nes_opt *o)
{
    if (o == NULL || !nes_has_lapack()) return false;
    return solves(o->s.family, o->s.gradient) ||
           (nes_has_challenger(&o->s) && challenger_solves(&o->s));
}
