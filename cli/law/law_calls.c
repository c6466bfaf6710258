/* SPDX-License-Identifier: MIT
 *
 * The user's functions, called with care: they may choose a locale, which is set right after each
 * call. */
#include "base/plain_locale.h"
#include "law/law.h"

/* ---- density -------------------------------------------------------------------------------- */

static void draw(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    const nes_density *d = ((const law *)user)->density;
    d->sample(theta, dim, r, x, d->user);
    plain_locale_keep();
}

static double logpdf(const double *theta, size_t dim, const double *x, void *user)
{
    const nes_density *d = ((const law *)user)->density;
    const double log = d->logpdf(theta, dim, x, d->user);
    plain_locale_keep();
    return log;
}

static void score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    const nes_density *d = ((const law *)user)->density;
    d->score(theta, dim, x, s, d->user);
    plain_locale_keep();
}

static int repair(double *theta, size_t dim, void *user)
{
    const nes_density *d = ((const law *)user)->density;
    const int refused = d->repair(theta, dim, d->user);
    plain_locale_keep();
    return refused;
}

/* ---- radial law ----------------------------------------------------------------------------- */

static double logq(const double *tau, size_t dim, double r2, void *user)
{
    const nes_radial *q = ((const law *)user)->radial;
    const double log = q->logq(tau, dim, r2, q->user);
    plain_locale_keep();
    return log;
}

static double slope(const double *tau, size_t dim, double r2, void *user)
{
    const nes_radial *q = ((const law *)user)->radial;
    const double derivative = q->slope(tau, dim, r2, q->user);
    plain_locale_keep();
    return derivative;
}

static void tau_score(const double *tau, size_t dim, double r2, double *s, void *user)
{
    const nes_radial *q = ((const law *)user)->radial;
    q->score(tau, dim, r2, s, q->user);
    plain_locale_keep();
}

static double radius(const double *tau, size_t dim, double n, nes_random *r, void *user)
{
    const nes_radial *q = ((const law *)user)->radial;
    const double distance = q->radius(tau, dim, n, r, q->user);
    plain_locale_keep();
    return distance;
}

static int tau_repair(double *tau, size_t dim, void *user)
{
    const nes_radial *q = ((const law *)user)->radial;
    const int refused = q->repair(tau, dim, q->user);
    plain_locale_keep();
    return refused;
}

/* A function that the user left out is left out here, too: the library says what that means. */
void law_make_calls(law *l)
{
    const nes_density *d = l->density;
    const nes_radial *q = l->radial;
    if (d != NULL)
        l->density_calls = (nes_density){.nparam = d->nparam,
                                         .theta0 = d->theta0,
                                         .sample = d->sample != NULL ? draw : NULL,
                                         .logpdf = d->logpdf != NULL ? logpdf : NULL,
                                         .score = d->score != NULL ? score : NULL,
                                         .repair = d->repair != NULL ? repair : NULL,
                                         .user = l};
    if (q != NULL)
        l->radial_calls = (nes_radial){.ntau = q->ntau,
                                       .tau0 = q->tau0,
                                       .logq = q->logq != NULL ? logq : NULL,
                                       .slope = q->slope != NULL ? slope : NULL,
                                       .score = q->score != NULL ? tau_score : NULL,
                                       .radius = q->radius != NULL ? radius : NULL,
                                       .repair = q->repair != NULL ? tau_repair : NULL,
                                       .user = l};
}
