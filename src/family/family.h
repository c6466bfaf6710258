/* SPDX-License-Identifier: MIT
 *
 * A search distribution, as a table of functions. A new one is a file that ends in one of these and
 * a line in family/families.h. A null entry means "cannot": nes_create refuses a choice that needs
 * it. [math: A11, A24] */
#ifndef NES_FAMILY_FAMILY_H
#define NES_FAMILY_FAMILY_H

#include "nes/status.h"
#include "state/batch.h"
#include "state/dist.h"
#include "state/step.h"

/* What the formulas of default rates look at: the dimension, the population, and the effective
 * number of samples, which is found only when a formula asks for it. [math: A4, A22] */
typedef struct nes_extent {
    size_t d, n;
    double (*effective)(const struct nes_extent *e); /* 1/sum (u_i + 1/n)^2 of the utilities */
    const void *data;                                /* of that function */
} nes_extent;

/* Default rates of a family that learns along paths. */
typedef struct nes_defaults {
    double sigma, shape, diag; /* eta_sigma, eta_shape, eta_diag */
    nes_path_rates paths;
    uint64_t refresh;
} nes_defaults;

/* Options that not every family uses; opt/settings/uses.c refuses them elsewhere. */
typedef enum nes_use {
    NES_USES_LIMIT = 1,    /* exponent_limit */
    NES_USES_PATHS = 2,    /* path_sigma, path_shape and rank_one, without a technique */
    NES_USES_ADAPT_NU = 4, /* adapt_nu and eta_nu */
    NES_USES_LITERAL = 8   /* cauchy_literal */
} nes_use;

typedef struct nes_family {
    const char *name;
    const char *doc;
    bool located; /* theta begins with the centre mu, and the last group of functions is there */
    bool stores;  /* needs the local samples of a generation stored: cannot make them again */
    bool blocks;  /* reads samples a block of coordinates at a time, after nes_batch_block */
    bool images;  /* keeps B z of every sample */
    bool square;  /* theta has d^2 numbers, and a sample costs as many operations */
    bool turns;   /* starts from any matrix, the option factor */
    bool tails;   /* has degrees of freedom nu */
    bool shares;  /* place and apply share their work among p->team */
    bool sliced;  /* works with a slice of the coordinates, p->coords: theta is the mean, then
                     the same `common` numbers in all slices, then arrays as long as the slice */
    size_t common;
    bool spherical; /* the law of a local sample is the same in all directions */
    bool carries;   /* apply takes rows along; scale and shape move by paths alone */
    bool counts;    /* its rates look at the number of finite values themselves */
    bool moves;     /* longer and stretch go by the move of the parameters: part of the record */
    bool radial;    /* has the user's law of distances */
    bool crowd;     /* learns from several samples at a time: not for hill climbers */
    bool binary;    /* samples are strings of 0 and 1 */
    unsigned uses;  /* of enum nes_use */
    bool eta_shape; /* its shape has a rate of its own, */
    bool eta_diag;  /* and so have factors per coordinate beside it */

    size_t (*ntheta)(size_t d);          /* doubles in theta; null: the user's density says; a
                                            radial law adds its own */
    size_t (*nwork)(size_t d, size_t n); /* doubles of scratch for a batch of n; null: as ntheta */
    double (*rate)(const nes_extent *e); /* default eta_sigma and eta_shape [math: A22] */
    void (*defaults)(const nes_extent *e, nes_defaults *r); /* in its place; null: rate */
    double elitist_down, elitist_learn; /* default weights of a hill climber [math: A13, A14] */

    /* theta from a start; 0, or non-zero when the factor is not invertible. */
    int (*init)(nes_dist *p, const nes_start *s);

    /* The law of a local sample t z: that of the coordinates of z, and the radial factor t of a
     * sample from its stream and z (d numbers), null: 1. sample is for a law that is none of these:
     * slots lo .. hi-1 from their streams. */
    nes_variates variates;
    double (*radius)(const nes_dist *p, const nes_stream *s, const double *z);
    void (*sample)(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);

    /* Slots lo .. hi-1: points mu + A (t z) from their local samples. */
    void (*place)(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);

    /* The natural gradient in local coordinates.
     *   propose   from the samples of a batch, their weights v (mean) and u (scale and shape) and
     *             the weight u_0 of a point at z = 0 to a step; s->plain: without Fisher factors
     *   apply     follows the step with these rates, and fills its record where there is one.
     *             Returns 0, 1 when a number is not finite (theta is then unchanged or not finite
     *             itself), 2 when the parameters would be no distribution (theta is unchanged)  */
    void (*propose)(const nes_dist *p, const nes_batch *b, nes_step *s);
    int (*apply)(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta);

    /* The step with these rates in coordinates in which the Fisher metric of the normal law is
     * Euclidean: A^-1 times the move of the mean (d numbers), and the change S of the covariance in
     * local coordinates over sqrt 2, nnatural numbers whose squares sum up to |S|^2/2. Null: there
     * is no closed form. [math: B8] */
    size_t (*nnatural)(size_t d);
    void (*natural)(const nes_dist *p, const nes_batch *b, const nes_step *s, const nes_rates *eta,
                    double *mean, double *shape);

    /* Relations of densities across the last step that was applied, in logarithms.
     *   change    ln pi - ln pi_before for each sample of a batch of the distribution before; if it
     *             is that of the step itself, its local samples must be as they were
     *   relocate  directly after change: gives slots with keep their local coordinates under the
     *             present distribution
     *   ratio     slots lo .. hi-1 are samples of the present one: ln pi_before - ln pi, hi - lo
     *             numbers
     *   longer    ln pi' - ln pi at slots lo .. hi-1, where pi' had 1 + extra times the rate of the
     *             scale; not a number where pi' would be no distribution
     *   stretch   turns local samples of pi' into local samples of the present distribution;
     *             non-zero: pi' is no distribution
     * They need the record of the step: nrecord doubles for a step of n rows, which are fewer when
     * nobody will ask for the first three (densities false). For the last two a family with moves
     * has there besides, behind those, how far the rate of the scale moved the parameters that are
     * not of a centre. apply fills the record; after a step along scores remember does, from theta
     * before it.                                                                                 */
    size_t (*nrecord)(size_t d, size_t n, bool densities);
    void (*remember)(const nes_dist *p, nes_step *s, const double *before);
    void (*change)(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log);
    void (*relocate)(const nes_dist *p, const nes_step *s, nes_batch *b, const unsigned char *keep);
    void (*ratio)(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo, size_t hi,
                  double *log);
    void (*longer)(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo, size_t hi,
                   double extra, double *log);
    int (*stretch)(const nes_dist *p, const nes_step *s, nes_batch *b, size_t lo, size_t hi,
                   double extra);

    /* Plain and sampled natural gradients act on the first nparam numbers of theta: the centre,
     * where there is one, and then, where symmetric, the upper triangle of a symmetric matrix. A
     * family that has along has as many natural coordinates instead.
     *   logpdf    ln pi of slot k
     *   score     its derivatives in the parameters
     *   refresh   what else is in theta, from the parameters; non-zero: they are not valid
     *   along     turns a direction in natural coordinates into d rows of the step, behind the
     *             samples, which have no weight then; apply follows it                           */
    bool symmetric;
    size_t (*nparam)(size_t d); /* null: the user's density says; a radial law adds its own */
    double (*logpdf)(const nes_dist *p, const nes_batch *b, size_t k);
    void (*score)(const nes_dist *p, const nes_batch *b, size_t k, double *s);
    int (*refresh)(nes_dist *p);
    void (*along)(const nes_dist *p, nes_batch *b, nes_step *s);

    /* Whether the distribution is as narrow as it can get; null: there is no end to that. */
    bool (*settled)(const nes_dist *p);

    double (*sigma)(const nes_dist *p);             /* |det A|^(1/d) */
    double (*width)(const nes_dist *p);             /* at most the largest standard deviation */
    void (*spread)(const nes_dist *p, double *std); /* d standard deviations; then theta begins with
                                                       the mean */
    const double *(*deviations)(const nes_dist *p); /* where they stand as such; null: nowhere */
    double (*condition)(const nes_dist *p);         /* longest to shortest axis, an estimate */
    double (*condition_bound)(const nes_dist *p); /* that is never above this, for less; null: no */
    double (*condition_of_shape)(const nes_dist *p); /* of the matrix alone, beside which there are
                                                        factors per coordinate; null: there are
                                                        none */
    void (*axis)(const nes_dist *p, size_t i, double *a); /* column i of A, of all its columns, d
                                                             numbers */
    double (*nu)(const nes_dist *p); /* degrees of freedom now; null: it has none */
} nes_family;

const nes_family *nes_family_find(const char *name); /* null: no such family */
size_t nes_family_count(void);
const nes_family *nes_family_at(size_t i); /* null past the end */

/* Doubles in theta, and parameters among them; model: the user's density where the family is
 * "user", the user's law of distances where it is radial. */
size_t nes_family_ntheta(const nes_family *f, size_t d, const void *model);
size_t nes_family_nparam(const nes_family *f, size_t d, const void *model);

/* Rows that a step along scores has besides the samples. */
size_t nes_family_nalong(const nes_family *f, size_t d, bool scores);

/* Doubles of the direction of a step: its parameters along scores, otherwise those of a tail. */
size_t nes_family_ndirection(const nes_family *f, size_t d, bool scores, const void *model);

/* What relations of densities across a step will be asked for. */
typedef struct nes_asked {
    bool densities; /* change, relocate, ratio */
    bool stretches; /* longer, stretch */
} nes_asked;

/* Doubles of scratch, and of the record of a step, for n samples and up to extra rows besides. */
size_t nes_family_nwork(const nes_family *f, size_t d, size_t n, size_t extra, const void *model);
size_t nes_family_nrecord(const nes_family *f, size_t d, size_t n, size_t extra, nes_asked asked,
                          const void *model);

/* Doubles of the record that a step of p has. */
size_t nes_family_record(const nes_family *f, const nes_dist *p, const nes_step *s);

/* Everything grows by the factor e^x; centre and shape stay. For families with apply. */
int nes_family_rescale(const nes_family *f, nes_dist *p, nes_batch *b, double x);

/* Default rates that families share [math: A22] */
double nes_rate_full(const nes_extent *e); /* (9 + 3 ln d)/(5 d sqrt d), at most 1 */
double nes_rate_diag(const nes_extent *e); /* (3 + ln d)/(5 sqrt d) */

/* Of positive numbers, one for each coordinate, d of them here; exact when all are equal, and for
 * powers of two as a common factor. nes_geometric_mean is for arrays of all coordinates. */
double nes_geometric_mean_of(const nes_coords *c, size_t d, const double *v);

static inline double nes_geometric_mean(size_t d, const double *v)
{
    return nes_geometric_mean_of(NULL, d, v);
}

#endif
