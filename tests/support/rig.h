/* SPDX-License-Identifier: MIT
 *
 * A generation without an optimiser around it: a family's distribution and a batch in one block of
 * memory, so that a test can set every number by hand and carry out single steps. */
#ifndef NES_TEST_RIG_H
#define NES_TEST_RIG_H

#include "family/family.h"
#include "gradient/gradient.h"
#include "nes/density.h"
#include "scheme/scheme.h"
#include "state/gen.h"

enum { RIG_MIXING, RIG_ADAPTATION, RIG_PATHS }; /* places in g.active; paths: where carried */
enum { RIG_EXTRA = 4 }; /* rows of a step there is room for besides the samples, at least */

typedef struct rig {
    nes_gen g;
    nes_settings options; /* the defaults, but nu is 1, rates of paths are 0 and the shape is
                             never refreshed */
    void *memory;
    double *fence[3]; /* behind theta, scratch and record: nobody may write there */
    double *groups;   /* of the options; or null */
} rig;

/* n rows, stored local samples or not, paper's utilities, gradient "local", scheme "comma"; moves
 * have a record. The family "user-radial" has Student's law with a parameter, "gauss-block" has
 * groups of one and of four variables. */
void rig_make(rig *r, const nes_family *family, size_t d, size_t n, bool keep_z);
void rig_make_user(rig *r, const nes_density *density, size_t d, size_t n); /* family "user" */
void rig_make_radial(rig *r, const nes_radial *law, size_t d, size_t n);    /* "user-radial" */
void rig_make_groups(rig *r, const double *groups, size_t d, size_t n);     /* "gauss-block" */
void rig_free(rig *r);

/* Lets family, scheme and techniques take the options, once these have changed. */
void rig_take(rig *r);

/* The utilities of that shaping for d variables, as many as the batch has rows. */
void rig_shaping(rig *r, const char *name, size_t d);

/* The default eta_sigma of that function for d variables, ten points and three effective ones. */
double rig_rate(void (*rate)(const nes_extent *e, nes_defaults *r), size_t d);
void rig_part(rig *r, size_t n, double effective);   /* groups get their rates */
void rig_paths(rig *r, const nes_path_rates *rates); /* as options */

/* The elitist scheme with these weights and a parent of value 1. */
void rig_climb(rig *r, double up, double down, double learn);

/* Starts at mu (null: 0) with that standard deviation for all, and that factor (null: identity). */
void rig_start(rig *r, const double *mu, double std, const double *factor);

/* Local samples as given, with their points. Only for families that store them. */
void rig_place(rig *r, const double *z, const double *tail);

/* Rows hang together as that sampling wants it; rig_make: not at all. */
void rig_arrange(rig *r, const struct nes_sampling *sampling);

/* Draws generation number t. */
void rig_draw(rig *r, size_t lo, size_t hi); /* slots lo .. hi-1, from their streams */
void rig_sample(rig *r, uint64_t seed, uint64_t t);

/* A step depends on the weights of its samples alone, not on paths. */
bool rig_is_memoryless(const nes_family *family);

/* The step of a gradient with the weights of the batch; with those that the scheme gives. */
int rig_move(rig *r, const nes_gradient *gradient, const nes_rates *eta);
int rig_step(rig *r, const nes_rates *eta);

/* All slots get local coordinates under the moved distribution; change: n changes of ln pi. */
void rig_relocate(rig *r, double *change);

/* The matrix A column by column, as x = mu + A s has it; d x d, row-major. */
void rig_factor(const rig *r, double *a);

void rig_covariance(const rig *r, double *s); /* A A^T */

void rig_shape(const rig *r, double *b);           /* B of a full family, row-major */
void rig_probe(const rig *r, size_t i, double *v); /* B^-1 l_i of a full family */

#endif
