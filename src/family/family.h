/* SPDX-License-Identifier: MIT
 *
 * A search distribution, as a table of functions: what every family has, and optional tables that
 * techniques and gradients ask for. A new one is a file that ends in one of these and a line in
 * family/families.h. A null table or function means "cannot": nes_create refuses a choice that
 * needs it. [math: A11, A24] */
#pragma once

#include "nes/settings.h"
#include "state/batch.h"
#include "state/dist.h"
#include "state/step.h"
#include "util/sentence.h"

/* What the formulas of default rates look at: the dimension, the population, and the effective
 * number of samples, which is found only when a formula asks for it. [math: A4, A22] */
typedef struct nes_extent {
    size_t d, n;
    double (*effective)(const struct nes_extent *e); /* 1/sum (u_i + 1/n)^2 of the utilities */
    const void *data;                                /* argument of that function */
} nes_extent;

/* Paths: averages of the steps made so far. How much a step weighs in each of them, and how fast
 * shape and factors per coordinate learn along theirs. [math: B4] */
typedef struct nes_path_rates {
    double sigma, shape, diag;
    double one, one_diag;
} nes_path_rates;

/* Default rates of a family; 0: it has no rate of that kind. */
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
    NES_USES_LITERAL = 8,  /* cauchy_literal */
    NES_USES_SHAPE = 16,   /* eta_shape: the shape has a rate of its own */
    NES_USES_DIAG = 32,    /* eta_diag: so have factors per coordinate beside the shape */
    NES_USES_GROUPS = 64   /* groups of variables, each with a matrix */
} nes_use;

/* The user's own functions that a family is made of. */
typedef enum nes_model_kind { NES_MODEL_NONE, NES_MODEL_DENSITY, NES_MODEL_RADIAL } nes_model_kind;

/* What relations of densities across a step will be asked for. */
typedef struct nes_asked {
    bool densities; /* change, relocate, ratio */
    bool stretches; /* longer, stretch */
} nes_asked;

/* Relations of densities across the last step that was applied, in logarithms.
 *   change    ln pi - ln pi_before for each sample of a batch of the distribution before; if it
 *             is that of the step itself, its local samples must be as they were
 *   relocate  directly after change: gives slots with keep their local coordinates under the
 *             present distribution
 *   ratio     slots that are samples of the present one: ln pi_before - ln pi, a number each
 *   longer    ln pi' - ln pi at some slots, where pi' had 1 + extra times the rate of the scale;
 *             not a number where pi' would be no distribution
 *   stretch   turns local samples of pi' into local samples of the present distribution;
 *             non-zero: pi' is no distribution
 * They need the record of the step: nrecord doubles for a step of n rows (null: as many as theta
 * has). apply fills the record; after a step along scores remember does, from theta before it. */
typedef struct nes_densities {
    size_t (*nrecord)(const nes_dist *p, size_t n, nes_asked asked);
    void (*remember)(const nes_dist *p, nes_step *s, const double *before);
    void (*change)(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log);
    void (*relocate)(const nes_dist *p, const nes_step *s, nes_batch *b, const unsigned char *keep);
    void (*ratio)(const nes_dist *p, const nes_step *s, nes_slots at, double *log);
    void (*longer)(const nes_dist *p, const nes_step *s, nes_slots at, double extra, double *log);
    int (*stretch)(const nes_dist *p, const nes_step *s, nes_slots at, double extra);
} nes_densities;

/* Plain and sampled natural gradients act on the first nparam numbers of theta: the centre, where
 * there is one, and then, where symmetric, the upper triangle of a symmetric matrix. A family that
 * has along has as many natural coordinates instead.
 *   logpdf    ln pi of slot k
 *   score     its derivatives in the parameters
 *   refresh   what else is in theta, from the parameters; non-zero: they are not valid
 *   along     turns a direction in natural coordinates into d rows of the step, behind the
 *             samples, which have no weight then; apply follows it */
typedef struct nes_scores {
    bool symmetric;
    size_t (*nparam)(const nes_dist *p);
    double (*logpdf)(const nes_dist *p, const nes_batch *b, size_t k);
    void (*score)(const nes_dist *p, const nes_batch *b, size_t k, double *s);
    int (*refresh)(nes_dist *p);
    void (*along)(const nes_dist *p, nes_batch *b, nes_step *s);
} nes_scores;

/* A step in coordinates in which the Fisher metric of the normal law is Euclidean: A^-1 times the
 * move of the mean (d numbers), and the change S of the covariance in local coordinates over
 * sqrt 2, count numbers whose squares sum up to |S|^2/2. [math: B8] */
typedef struct nes_natural {
    size_t (*count)(size_t d);
    void (*step)(const nes_dist *p, const nes_batch *b, const nes_step *s, double *mean,
                 double *shape); /* the step as made with s->rates */
} nes_natural;

/* Widths and axes of x = mu + A z. Families with a centre have the first five functions, others the
 * first three; the last four are null where a family has no such thing.
 *   sigma               |det A|^(1/d), or a number that is larger where there is a volume
 *   spread              the d standard deviations
 *   condition           the ratio of the longest to the shortest axis, an estimate
 *   width               a number at most as large as the largest standard deviation
 *   axis                column i of A, d numbers of which are here
 *   deviations          the standard deviations, where theta holds them as such
 *   condition_bound     an upper bound of condition that costs less
 *   condition_of_shape  the condition of the matrix that has factors per coordinate beside it
 *   volume              |det A|^(1/d), where that takes longer than sigma */
typedef struct nes_widths {
    double (*sigma)(const nes_dist *p);
    void (*spread)(const nes_dist *p, double *std);
    double (*condition)(const nes_dist *p);
    double (*width)(const nes_dist *p);
    void (*axis)(const nes_dist *p, size_t i, double *a);
    const double *(*deviations)(const nes_dist *p);
    double (*condition_bound)(const nes_dist *p);
    double (*condition_of_shape)(const nes_dist *p);
    double (*volume)(const nes_dist *p);
} nes_widths;

/* A distribution mu + sigma diag(D) B z, part by part. */
typedef struct nes_factored {
    double *(*sigma)(const nes_dist *p);                      /* where sigma is */
    void (*factors)(const nes_dist *p, double *D, double *B); /* d, and d x d row by row */
} nes_factored;

typedef struct nes_family {
    const char *name;
    const char *doc;
    const void *law; /* what families that share functions differ in */

    bool located;  /* theta begins with the centre mu, and all widths are there */
    bool matrix;   /* theta has d^2 numbers, a sample costs as many operations, and a start may have
                      any matrix, the option factor */
    bool blocks;   /* reads samples a block of coordinates at a time, after nes_batch_block */
    bool shares;   /* place and apply share their work among p->team */
    bool sliced;   /* it can work on a slice of the coordinates, p->coords: theta is the mean, then
                      `common` numbers that are the same in all slices, then arrays as long as the
                      slice */
    bool carries;  /* apply takes rows along; scale and shape move by paths alone */
    bool counts;   /* its steps depend on the number of finite values */
    bool crowd;    /* it learns from several samples at a time, so not for hill climbers */
    bool binary;   /* samples are strings of 0 and 1 */
    bool discrete; /* samples are values of choices, theirs are the options of choices */
    size_t common;
    unsigned uses; /* options of enum nes_use that it uses */
    nes_model_kind model;

    void (*rate)(const nes_extent *e, nes_defaults *r); /* default rates [math: A22] */
    double elitist_down, elitist_learn; /* default weights of a hill climber [math: A13, A14] */

    /* take copies the options of the family from the settings to p->own and p->model, where all
     * other functions look; null: it has none. A family made of the user's functions also has
     * check, which refuses settings without these functions, and attempt, which tries them at the
     * start; x is d numbers of scratch beside p->work. */
    void (*take)(nes_dist *p, const nes_settings *s);
    nes_status (*check)(const nes_settings *s, nes_note note);
    nes_status (*attempt)(const nes_dist *p, uint64_t seed, double *x, nes_note note);

    /* Sizes in doubles: theta; scratch for a batch of n (null: as much as theta has); the
     * parameters of a tail, which move by the direction of a step (null: 0); the image B z that is
     * kept of every sample (null: none is kept). */
    size_t (*ntheta)(const nes_dist *p);
    size_t (*nwork)(const nes_dist *p, size_t n);
    size_t (*ntail)(const nes_dist *p);
    size_t (*nimage)(const nes_dist *p);

    /* Counts the groups of coordinates that have a shape of their own, and fills part with them
     * unless it is null; before that the factors in part are 1. A null function: all coordinates
     * are one group. e is what default rates look at; it is not read where part is null. */
    size_t (*parts)(const nes_dist *p, const nes_extent *e, nes_step_part *part);

    /* Fills theta from a start. Non-zero: the factor is not invertible. */
    int (*init)(nes_dist *p, const nes_start *s);

    /* Whether theta, which was read, is that of a distribution; the note says why not. Null: finite
     * numbers and widths that are not negative are all it takes. p->work is scratch. */
    bool (*sound)(const nes_dist *p, nes_note note);

    /* The law of a local sample t z. variates is the law of the coordinates of z, null where they
     * are normal; radius is the radial factor t of a sample, from its stream and z (d numbers), and
     * null where t is 1. sample, of a family with another law, draws slots lo .. hi-1 from their
     * streams. */
    nes_variates variates;
    double (*radius)(const nes_dist *p, const nes_stream *s, const double *z);
    void (*sample)(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);

    /* Finds the points mu + A (t z) of slots lo .. hi-1 from their local samples. */
    void (*place)(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);

    /* The inverse of place: finds local samples, which are stored, from points that place could
     * have made, with t = 1 where the family has a t. work: nlocalize doubles for so many slots
     * (null: 0). Non-zero: the matrix is singular. */
    size_t (*nlocalize)(const nes_dist *p, size_t n);
    int (*localize)(const nes_dist *p, nes_slots at, double *work);

    /* The natural gradient in local coordinates; null: there is no closed form.
     *   propose   from the samples of a batch, their weights v (mean) and u (scale and shape) and
     *             the weight u_0 of a point at z = 0 to a step; s->plain: without Fisher factors
     *   apply     follows the step with these rates, and fills its record where there is one.
     *             Returns 0, 1 when a number is not finite (theta is then unchanged or not finite
     *             itself), 2 when the parameters would be no distribution (theta is unchanged)  */
    void (*propose)(const nes_dist *p, const nes_batch *b, nes_step *s);
    int (*apply)(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta);

    const nes_densities *densities;
    const nes_scores *scores;
    const nes_natural *natural;
    const nes_widths *widths;
    const nes_factored *factored; /* null: it has other parts */

    bool (*settled)(const nes_dist *p); /* it cannot get narrower; null: it always can */
    double (*nu)(const nes_dist *p);    /* degrees of freedom now; null: it has none */

    /* The point that stands for the distribution, where theta does not begin with it. */
    void (*middle)(const nes_dist *p, double *x);
} nes_family;

const nes_family *nes_family_find(const char *name); /* null: no such family */
size_t nes_family_count(void);
const nes_family *nes_family_at(size_t i); /* null past the end */

/* Whether the law of a local sample is the same in all directions. */
static inline bool nes_is_spherical(const nes_family *f)
{
    return f->variates == NULL && f->sample == NULL;
}

/* Whether it needs the local samples of a generation stored, since it cannot make them again. */
static inline bool nes_needs_samples(const nes_family *f)
{
    return f->nimage != NULL || f->sample != NULL;
}

/* Whether the shape has a rate of its own; scores: where steps are made of scores. */
static inline bool nes_has_shape_rate(const nes_family *f, bool scores)
{
    return (f->uses & NES_USES_SHAPE) != 0 && (!scores || f->scores->along != NULL);
}

/* A distribution that has neither numbers nor memory yet, but its options: sizes follow. */
nes_dist nes_dist_of(const nes_family *f, size_t d, const nes_settings *s);

/* Rows that a step along scores has besides the samples. */
size_t nes_family_nalong(const nes_dist *p, bool scores);

/* Doubles of the direction of a step: its parameters along scores, otherwise those of a tail. */
size_t nes_family_ndirection(const nes_dist *p, bool scores);

/* Doubles of scratch, and of the record of a step, for n samples and up to extra rows besides. */
size_t nes_family_nwork(const nes_dist *p, size_t n, size_t extra);
size_t nes_family_nrecord(const nes_dist *p, size_t n, size_t extra, nes_asked asked);

size_t nes_padded_image(const nes_dist *p); /* d numbers, padded */

/* Doubles of the record that a step of p has. */
size_t nes_family_record(const nes_dist *p, const nes_step *s);

/* The parts of its steps, filled into part (null: only counted). */
size_t nes_family_parts(const nes_dist *p, const nes_extent *e, nes_step_part *part);

/* mu and sigma of theta from a start, sigma the geometric mean of the standard deviations, and a
 * factor per coordinate for the rest of them. Non-zero: numbers cannot hold them. */
int nes_start_factors(nes_dist *p, const nes_start *s, double *factor);

/* Local samples from points where x = mu + sigma D z, D a factor per coordinate (null: 1). */
void nes_standardise(const nes_dist *p, nes_slots at, double sigma, const double *factor);

/* Proposes a step that has the weights of the samples alone, for families that find the rest when
 * it is applied. */
void nes_weights_propose(const nes_dist *p, const nes_batch *b, nes_step *s);

/* Functions of families whose points are their own local samples; t is 0, for there is no distance
 * from a centre. */
void nes_point_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);
int nes_point_localize(const nes_dist *p, nes_slots at, double *work);
void nes_point_relocate(const nes_dist *p, const nes_step *s, nes_batch *b,
                        const unsigned char *keep);

/* Widens the distribution by the factor e^x; centre and shape stay. For families with apply. */
int nes_family_rescale(nes_dist *p, nes_batch *b, double x);

/* Default rates that families share, of eta_sigma [math: A22] */
void nes_rate_full(const nes_extent *e, nes_defaults *r); /* (9 + 3 ln d)/(5 d sqrt d), at most 1 */
void nes_rate_diag(const nes_extent *e, nes_defaults *r); /* (3 + ln d)/(5 sqrt d) */

/* Numbers in the upper triangle of a symmetric matrix. */
static inline size_t nes_packed(size_t d)
{
    return d * (d + 1) / 2;
}

/* Of positive numbers, one for each coordinate, d of them here: the largest over the least, and the
 * geometric mean, which is exact when all are equal, and for powers of two as a common factor.
 * nes_geometric_mean is for arrays of all coordinates. */
double nes_largest_to_least(const nes_coords *c, size_t d, const double *v);
double nes_geometric_mean_of(const nes_coords *c, size_t d, const double *v);

static inline double nes_geometric_mean(size_t d, const double *v)
{
    return nes_geometric_mean_of(NULL, d, v);
}
