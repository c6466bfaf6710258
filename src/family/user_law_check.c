/* SPDX-License-Identifier: MIT
 *
 * Laws of distances that cannot be used, each with a sentence that says why. */
#include <math.h>

#include "family/user_law.h"
#include "rng/random.h"

nes_status nes_law_check(const nes_settings *s, nes_note note)
{
    const nes_radial *law = s->radial;
    if (law == NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "family 'user-radial' needs a law of distances: set the field 'radial' "
                          "of the settings (nes/density.h)");
    const char *missing = law->logq == NULL     ? "function 'logq'"
                          : law->slope == NULL  ? "function 'slope'"
                          : law->radius == NULL ? "function 'radius'"
                          : law->ntau == 0      ? NULL
                          : law->tau0 == NULL   ? "start (tau0 is null)"
                          : law->score == NULL  ? "function 'score'"
                                                : NULL;
    if (missing != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "the radial law has no %s: logq, slope and radius are needed, and with "
                          "parameters (ntau is %zu) tau0 and score too",
                          missing, law->ntau);
    for (size_t i = 0; i < law->ntau; i++)
        if (!isfinite(law->tau0[i]))
            return nes_refuse(note, NES_ERR_VALUE,
                              "tau0[%zu] of the radial law is %g: give finite parameters", i + 1,
                              law->tau0[i]);
    return NES_OK;
}

static nes_status refuse_flaw(const nes_law_report *r, size_t dim, nes_note note)
{
    switch (r->flaw) {
    case NES_LAW_UNDEFINED:
        return nes_refuse(note, NES_ERR_VALUE,
                          "a function of the radial law is not a finite number at r2 = %g and "
                          "tau0: logq, slope and score must be, for all r2 > 0",
                          r->found);
    case NES_LAW_SLOPE:
        return nes_refuse(note, NES_ERR_VALUE,
                          "the mean of -slope times r2 under the radial law is %g at tau0, not "
                          "dim/2 = %g: slope must be the derivative of logq in r2",
                          r->found, 0.5 * (double)dim);
    case NES_LAW_SCORE:
        return nes_refuse(note, NES_ERR_VALUE,
                          "number %zu of the score of the radial law has the mean %g at tau0, not "
                          "0: it must be the derivative of logq in tau, normalised for every tau",
                          r->which, r->found);
    default:
        return nes_refuse(note, NES_ERR_VALUE,
                          "integrals over the radial law do not converge at tau0: exp(logq(r2)) "
                          "must be a smooth density of a point in %zu dimensions",
                          dim);
    }
}

nes_status nes_law_try(const nes_radial *law, size_t dim, uint64_t seed, double *work,
                       nes_note note)
{
    nes_random r = {.stream = {.seed = seed, .lane = NES_LANE_PROBE}};
    const double n = sqrt((double)dim), radius = law->radius(law->tau0, dim, n, &r, law->user);
    if (!(radius >= 0 && radius < INFINITY))
        return nes_refuse(note, NES_ERR_VALUE,
                          "the radial law drew the distance %g at tau0: it must be finite and not "
                          "negative",
                          radius);
    const nes_law_report report =
        nes_law_fisher(law, law->tau0, dim, work + nes_law_nwork(law), work);
    return report.flaw == NES_LAW_SOUND ? NES_OK : refuse_flaw(&report, dim, note);
}
