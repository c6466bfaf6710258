/* SPDX-License-Identifier: MIT
 *
 * A search distribution of your own. Give it to nes_create() in the field density of the settings,
 * with the family "user":
 *
 *     nes_density mine = {.nparam = 2, .theta0 = start, .sample = sample, .score = score};
 *     s.family = "user";
 *     s.density = &mine;
 *
 * libnes improves the parameters theta along the gradient "fisher" (natural, default) or "plain",
 * so that better points become more probable. The distribution may live on anything that is written
 * as dim numbers: a mixture on R^dim, bits, permutations. It need not have a centre: results of
 * such a run have no mean_x and std_x; nes_get_array() gives the parameters under the name "theta".
 * Stop tests that need a centre or widths (tolx, tolx_abs, max_condition, noeffect) are off.
 *
 * The functions are called by the thread that calls nes_ask and nes_tell, one at a time; equal
 * arguments must give equal results. NaN from any of them stops the run (reason "nonfinite"). */
#ifndef NES_DENSITY_H
#define NES_DENSITY_H

#include <stddef.h>

#include "nes/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The random numbers of one sample. They depend on seed, run, generation and row alone, so that a
 * sample is the same whatever else was drawn. */
typedef struct nes_random nes_random;
struct nes_settings;

NES_API double nes_random_uniform(nes_random *r); /* between 0 and 1; of null: NaN */
NES_API double nes_random_normal(nes_random *r);  /* standard normal; of null: NaN */

typedef struct nes_density {
    size_t nparam;        /* parameters, at least 1 */
    const double *theta0; /* nparam numbers: the parameters at the start; nes_create copies them */

    /* Draws a point x (dim numbers) from the distribution with those parameters. */
    void (*sample)(const double *theta, size_t dim, nes_random *r, double *x, void *user);

    /* Returns the logarithm of the density (or probability) at x. Null: importance mixing is
     * refused, and so is every adaptation except "sampled". */
    double (*logpdf)(const double *theta, size_t dim, const double *x, void *user);

    /* Writes the nparam derivatives of that logarithm in the parameters, at x, to s. */
    void (*score)(const double *theta, size_t dim, const double *x, double *s, void *user);

    /* Called after every step: may change theta, for example bring it back into its range. Returns
     * non-zero if theta is no distribution, and the run stops (reason "invalid"). Adaptation calls
     * it for hypothetical steps too, where non-zero speaks against the larger rate. May be null. */
    int (*repair)(double *theta, size_t dim, void *user);

    void *user; /* passed to all of them; not copied */
} nes_density;

/* Sets the density of settings made by nes_settings_new(), without the struct. The settings keep a
 * copy of theta0, nparam numbers. logpdf and repair may be null. NES_ERR_ARGUMENT: the settings
 * were not made by nes_settings_new(), or another pointer is null. NES_ERR_MEMORY: there is no
 * memory for the copy. */
NES_API nes_status nes_set_density(
    struct nes_settings *s, size_t nparam, const double *theta0,
    void (*sample)(const double *theta, size_t dim, nes_random *r, double *x, void *user),
    double (*logpdf)(const double *theta, size_t dim, const double *x, void *user),
    void (*score)(const double *theta, size_t dim, const double *x, double *s, void *user),
    int (*repair)(double *theta, size_t dim, void *user), void *user);

/* A law of distances of your own: the search distribution is x = mu + A s, where s has the density
 * q_tau(|s|^2) on R^dim. You give q and its derivatives. libnes does the rest as for the normal
 * distribution: it learns mu and A, and tau where there is one, by the natural gradient in closed
 * form. Give it to nes_create() in the field radial of the settings, with the family "user-radial":
 *
 *     nes_radial mine = {.logq = logq, .slope = slope, .radius = radius};
 *     s.family = "user-radial";
 *     s.radial = &mine;
 *
 * The functions are called as those of nes_density, and NaN from any of them stops the run. dim is
 * the number of variables that bounds do not fix. tau must not be a scale of the law, which A is.
 * Everything else is as with family "gauss-full": any scheme, sampling, mixing, adaptation, bounds.
 * tau moves with the rate eta_nu. Constants of the natural gradient are integrals over q, which are
 * computed when the run begins and whenever tau has moved. */
typedef struct nes_radial {
    size_t ntau;        /* parameters of the law, often 0 */
    const double *tau0; /* ntau numbers: the parameters at the start; nes_create copies them */

    /* Returns ln q_tau(r2), where r2 > 0 is the squared distance. A constant that does not depend
     * on tau may be left out. */
    double (*logq)(const double *tau, size_t dim, double r2, void *user);

    /* Returns the derivative of ln q in r2: -1/2 for the normal law. */
    double (*slope)(const double *tau, size_t dim, double r2, void *user);

    /* Writes the ntau derivatives of ln q in tau to s. Null where ntau is 0. */
    void (*score)(const double *tau, size_t dim, double r2, double *s, void *user);

    /* Draws a distance from the centre, that is a number with the density of r = |s|, which is
     * proportional to r^(dim-1) q_tau(r^2). n is the length of the vector of dim standard normal
     * numbers that gives the direction. It is random, independent of the direction, and may be
     * used: n is a distance of the normal law, and n/sqrt(c/nu) with a chi-square number c one of
     * Student's law. */
    double (*radius)(const double *tau, size_t dim, double n, nes_random *r, void *user);

    /* Called after every step of tau: may change tau. Returns non-zero if tau has no law, and the
     * run stops (reason "invalid"). May be null. */
    int (*repair)(double *tau, size_t dim, void *user);

    void *user; /* passed to all of them; not copied */
} nes_radial;

/* Sets the law of settings made by nes_settings_new(), as nes_set_density() does the density. score
 * and tau0 may be null where ntau is 0, repair always. */
NES_API nes_status
nes_set_radial(struct nes_settings *s, size_t ntau, const double *tau0,
               double (*logq)(const double *tau, size_t dim, double r2, void *user),
               double (*slope)(const double *tau, size_t dim, double r2, void *user),
               void (*score)(const double *tau, size_t dim, double r2, double *s, void *user),
               double (*radius)(const double *tau, size_t dim, double n, nes_random *r, void *user),
               int (*repair)(double *tau, size_t dim, void *user), void *user);

#ifdef __cplusplus
}
#endif

#endif
