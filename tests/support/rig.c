/* SPDX-License-Identifier: MIT
 *
 * A generation without an optimiser around it. */
#include "support/rig.h"

#include <stdlib.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "linalg/multiply.h"
#include "sampling/sampling.h"
#include "support/dense.h"
#include "support/laws.h"
#include "technique/hooks.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/memory.h"

static void carve(rig *r, size_t d, size_t n, bool keep_z, nes_arena *a)
{
    const nes_family *family = r->g.family;
    const size_t ntheta = nes_family_ntheta(family, d, r->g.dist.model);
    const size_t extra = d > RIG_EXTRA ? d : RIG_EXTRA;
    r->g.dist.theta = NES_CARVE(a, double, ntheta);
    r->g.dist.work = NES_CARVE(a, double, nes_family_nwork(family, d, n, extra, r->g.dist.model));
    nes_batch_carve(&r->g.batch, a,
                    &(nes_batch_size){.d = d,
                                      .n = n,
                                      .spare = n,
                                      .window = n,
                                      .extra = extra,
                                      .keep_z = keep_z,
                                      .keep_y = family->images});
    const nes_technique *const techniques[NES_TECHNIQUES] = {
        nes_technique_find("mixing", "importance"), nes_technique_find("adaptation", "virtual"),
        nes_technique_find("rates", "fixed"),
        nes_technique_find("paths", family->carries ? "cumulation" : "none")};
    nes_techniques_carve(&r->g, a, techniques, family, d, n);
    r->g.utilities = NES_CARVE(a, double, n);
    r->g.mean_utilities = NES_CARVE(a, double, n);
    const bool scores = family->score != NULL;
    const size_t nparam = scores ? nes_family_nparam(family, d, r->g.dist.model) : 0;
    const size_t ndirection = nes_family_ndirection(family, d, scores, r->g.dist.model);
    const nes_asked asked = {.densities = true, .stretches = true};
    nes_step_carve(
        &r->g.step, a,
        &(nes_step_size){.rows = n + extra,
                         .ndirection = ndirection,
                         .nrecord = nes_family_nrecord(family, d, n, extra, asked, r->g.dist.model),
                         .densities = true,
                         .stretches = true});
    if (nparam > 0) r->g.work = NES_CARVE(a, double, nes_gradient_fisher.nwork(ntheta, nparam, n));
}

static void make(rig *r, const nes_family *family, const void *model, size_t d, size_t n,
                 bool keep_z)
{
    nes_arena arena = {NULL, 0};
    memset(r, 0, sizeof *r);
    r->g.family = family;
    r->g.dist.model = model;
    r->g.baseline = true;
    r->g.sampling = nes_sampling_find("iid");
    r->g.gradient = &nes_gradient_local;
    r->g.scheme = &nes_scheme_comma;
    carve(r, d, n, keep_z, &arena);
    r->memory = dense_room(arena.used, 1);
    arena = (nes_arena){r->memory, 0};
    carve(r, d, n, keep_z, &arena);
    r->g.dist.d = d;
    r->g.dist.level = nes_cpu_best();
    r->g.dist.nu = 1;
    r->g.dist.refresh = UINT64_MAX;
    if (family->tails && family->turns) *nes_affine_nu(&r->g.dist) = 1;
    r->g.batch.n = n;
    r->g.average_ties = true;
    nes_shaping_find("paper")->fill(2, n, r->g.mean_utilities, r->g.utilities);
    for (size_t k = 0; k < n; k++) {
        r->g.batch.row[k] = r->g.batch.source[k] = k;
        r->g.batch.tail[k] = 1;
    }
}

void rig_make(rig *r, const nes_family *family, size_t d, size_t n, bool keep_z)
{
    make(r, family, family->radial ? law_student() : NULL, d, n, keep_z);
}

void rig_make_user(rig *r, const nes_density *density, size_t d, size_t n)
{
    make(r, &nes_user, density, d, n, true);
}

void rig_make_radial(rig *r, const nes_radial *law, size_t d, size_t n)
{
    make(r, &nes_user_radial, law, d, n, true);
}

void rig_free(rig *r)
{
    free(r->memory);
}

void rig_start(rig *r, const double *mu, double std, const double *factor)
{
    const size_t d = r->g.dist.d;
    double *centre = dense_room(2 * d, sizeof *centre), *stds = centre + d;
    if (mu != NULL) memcpy(centre, mu, d * sizeof *mu);
    for (size_t i = 0; i < d; i++) stds[i] = std;
    const nes_start start = {centre, stds, factor, 1};
    if (r->g.family->init(&r->g.dist, &start) != 0) abort();
    free(centre);
}

void rig_place(rig *r, const double *z, const double *tail)
{
    nes_batch *b = &r->g.batch;
    memcpy(b->z, z, b->n * b->d * sizeof *z);
    if (tail != NULL) memcpy(b->tail, tail, b->n * sizeof *tail);
    r->g.family->place(&r->g.dist, b, 0, b->n);
}

void rig_arrange(rig *r, const nes_sampling *sampling)
{
    r->g.sampling = sampling;
    for (size_t k = 0; k < r->g.batch.n; k++)
        r->g.batch.source[k] = nes_sampling_source(sampling, k);
}

void rig_draw(rig *r, size_t lo, size_t hi)
{
    nes_draw(&r->g, &r->g.batch, lo, hi);
    r->g.family->place(&r->g.dist, &r->g.batch, lo, hi);
}

void rig_sample(rig *r, uint64_t seed, uint64_t t)
{
    r->g.batch.stream = (nes_stream){.seed = seed, .generation = t};
    rig_draw(r, 0, r->g.batch.n);
}

bool rig_is_memoryless(const nes_family *family)
{
    return family->propose != NULL && !family->carries && !family->crowd;
}

int rig_move(rig *r, const nes_gradient *gradient, const nes_rates *eta)
{
    nes_rates rates = *eta;
    r->g.step.straight = gradient->scores && r->g.family->along == NULL;
    const int outcome = gradient->propose(&r->g);
    r->g.base = *eta;
    if (outcome == NES_MOVED) nes_before_apply(&r->g, &rates);
    return outcome == NES_MOVED ? gradient->apply(&r->g, &rates) : outcome;
}

int rig_step(rig *r, const nes_rates *eta)
{
    r->g.scheme->weigh(&r->g);
    return rig_move(r, r->g.gradient, eta);
}

void rig_relocate(rig *r, double *change)
{
    const size_t n = r->g.batch.n;
    unsigned char *keep = dense_room(n, 1);
    memset(keep, 1, n);
    r->g.family->change(&r->g.dist, &r->g.step, &r->g.batch, change);
    r->g.family->relocate(&r->g.dist, &r->g.step, &r->g.batch, keep);
    free(keep);
}

void rig_factor(const rig *r, double *a)
{
    const size_t d = r->g.dist.d;
    double *column = dense_room(d, sizeof *column);
    for (size_t j = 0; j < d; j++) {
        r->g.family->axis(&r->g.dist, j, column);
        for (size_t i = 0; i < d; i++) a[i * d + j] = column[i];
    }
    free(column);
}

void rig_covariance(const rig *r, double *s)
{
    const size_t d = r->g.dist.d;
    double *a = dense_room(d * d, sizeof *a);
    rig_factor(r, a);
    for (size_t i = 0; i < d * d; i++) {
        s[i] = 0;
        for (size_t l = 0; l < d; l++) s[i] += a[i / d * d + l] * a[i % d * d + l];
    }
    free(a);
}

void rig_shape(const rig *r, double *b)
{
    const size_t d = r->g.dist.d, width = nes_padded(d);
    const double *columns = nes_affine_shape(&r->g.dist);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) b[i * d + j] = columns[j * width + i];
}

void rig_probe(const rig *r, size_t i, double *v)
{
    const double *probes = nes_affine_probes(&r->g.dist);
    for (size_t j = 0; j < r->g.dist.d; j++) v[j] = probes[j * NES_UNIT + i];
}
