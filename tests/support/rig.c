/* SPDX-License-Identifier: MIT
 *
 * A generation without an optimiser around it. */
#include "support/rig.h"

#include <stdlib.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "linalg/multiply.h"
#include "opt/domain/groups.h"
#include "sampling/sampling.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/laws.h"
#include "technique/hooks.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/memory.h"

enum { FENCES = 3, FENCE = 8 }; /* numbers of a fence: as many as arrays are rounded up by */
static const double POST = 0x1.fe9ceap-77;

/* Room for so many numbers and a fence. */
static double *fenced(rig *r, size_t which, nes_arena *a, size_t n)
{
    double *room = NES_CARVE(a, double, n + FENCE);
    if (room != NULL) r->fence[which] = room + n;
    return room;
}

static void carve(rig *r, size_t d, size_t n, bool keep_z, nes_arena *a)
{
    const nes_dist *p = &r->g.dist;
    const nes_family *family = p->family;
    const size_t ntheta = family->ntheta(p);
    const size_t extra = d > RIG_EXTRA ? d : RIG_EXTRA;
    r->g.dist.theta = fenced(r, 0, a, ntheta);
    r->g.dist.work = fenced(r, 1, a, nes_family_nwork(p, n, extra));
    nes_batch_carve(&r->g.batch, a,
                    &(nes_batch_size){.d = d,
                                      .n = n,
                                      .spare = n,
                                      .window = n,
                                      .extra = extra,
                                      .width = family->nimage != NULL ? family->nimage(p) : 0,
                                      .keep_z = keep_z});
    const nes_technique *const techniques[] = {
        [RIG_MIXING] = nes_technique_find("mixing", "importance"),
        [RIG_ADAPTATION] = nes_technique_find("adaptation", "virtual"),
        [RIG_PATHS] = nes_technique_find("paths", "cumulation")};
    nes_techniques_carve(&r->g, a, techniques, family->carries ? 3 : 2, n);
    nes_utilities_carve(&r->g.utilities, a, n);
    const bool scores = family->scores != NULL;
    const size_t nparam = scores ? family->scores->nparam(p) : 0;
    const nes_asked asked = {.densities = true, .stretches = true};
    const size_t nrecord = family->densities != NULL ? nes_family_nrecord(p, n, extra, asked) : 0;
    nes_step_carve(&r->g.step, a,
                   &(nes_step_size){.rows = n + extra,
                                    .ndirection = nes_family_ndirection(p, scores),
                                    .nrecord = nrecord,
                                    .nparts = nes_family_parts(p, NULL, NULL),
                                    .densities = true,
                                    .stretches = true});
    r->g.step.record = nrecord > 0 ? fenced(r, 2, a, nrecord) : NULL;
    if (nparam > 0) r->g.work = NES_CARVE(a, double, nes_gradient_fisher.nwork(ntheta, nparam, n));
}

/* Groups as a search numbers them; null: of four and of one, none of them side by side. */
static const double *number_groups(rig *r, const double *groups, size_t d)
{
    static const nes_allocator heap = {NULL, NULL, NULL};
    r->groups = dense_room(d, sizeof *r->groups);
    for (size_t i = 0; i < d; i++)
        r->groups[i] = groups != NULL ? groups[i]
                       : i % 5 == 4   ? -1 - (double)i
                                      : (double)(i % 2 + 2 * (i / 10));
    if (nes_group(d, r->groups, r->groups, &heap, (nes_note){NULL, 0}) != NES_OK) abort();
    return r->groups;
}

static void make(rig *r, const nes_family *family, const void *model, size_t d, size_t n,
                 bool keep_z)
{
    nes_arena arena = {NULL, 0};
    memset(r, 0, sizeof *r);
    nes_settings_default(&r->options);
    r->options.nu = 1;
    r->options.margin = r->options.path_sigma = r->options.path_shape = r->options.path_diag = 0;
    r->options.rank_one = r->options.rank_one_diag = 0;
    r->options.refresh = UINT64_MAX;
    if (family->model == NES_MODEL_DENSITY) r->options.density = model;
    if (family->model == NES_MODEL_RADIAL) r->options.radial = model;
    if ((family->uses & NES_USES_GROUPS) != 0) r->options.groups = number_groups(r, model, d);
    r->g.dist = nes_dist_of(family, d, &r->options);
    r->g.sampling = nes_sampling_find("iid");
    r->g.gradient = &nes_gradient_local;
    r->g.scheme = &nes_scheme_comma;
    carve(r, d, n, keep_z, &arena);
    r->memory = dense_room(arena.used, 1);
    arena = (nes_arena){r->memory, 0};
    carve(r, d, n, keep_z, &arena);
    for (size_t i = 0; i < FENCES * FENCE; i++)
        if (r->fence[i / FENCE] != NULL) r->fence[i / FENCE][i % FENCE] = POST;
    r->g.dist.level = nes_cpu_best();
    rig_take(r);
    rig_part(r, n, (double)n / 3);
    if (family->nu != NULL && family->matrix) *nes_affine_nu(&r->g.dist) = 1;
    r->g.batch.n = n;
    r->g.utilities.average_ties = true;
    rig_shaping(r, "paper", 2);
    for (size_t k = 0; k < n; k++) {
        r->g.batch.row[k] = r->g.batch.source[k] = k;
        r->g.batch.tail[k] = 1;
    }
}

void rig_make(rig *r, const nes_family *family, size_t d, size_t n, bool keep_z)
{
    make(r, family, family->model == NES_MODEL_RADIAL ? law_student() : NULL, d, n, keep_z);
}

void rig_make_user(rig *r, const nes_density *density, size_t d, size_t n)
{
    make(r, &nes_user, density, d, n, true);
}

void rig_make_radial(rig *r, const nes_radial *law, size_t d, size_t n)
{
    make(r, &nes_user_radial, law, d, n, true);
}

void rig_make_groups(rig *r, const double *groups, size_t d, size_t n)
{
    make(r, &nes_gauss_block, groups, d, n, true);
}

void rig_take(rig *r)
{
    nes_gen *g = &r->g;
    if (g->dist.family->take != NULL) g->dist.family->take(&g->dist, &r->options);
    nes_gradient_fisher.take(g->gradient_own, &r->options);
    if (g->scheme->take != NULL) g->scheme->take(g->own, &r->options);
    for (nes_active *a = g->active; a < g->active + g->nactive; a++)
        if (a->technique->take != NULL) a->technique->take(a->own, &r->options);
}

void rig_shaping(rig *r, const char *name, size_t d)
{
    nes_utilities *u = &r->g.utilities;
    u->shaping = nes_shaping_find(name);
    if (u->shaping->fill != NULL) u->shaping->fill(d, r->g.batch.n, u->mean, u->shape);
}

static double effective_of(const nes_extent *e)
{
    return *(const double *)e->data;
}

double rig_rate(void (*rate)(const nes_extent *e, nes_defaults *r), size_t d)
{
    const double samples = 3;
    nes_defaults defaults = {.sigma = 0};
    rate(&(nes_extent){.d = d, .n = 10, .effective = effective_of, .data = &samples}, &defaults);
    return defaults.sigma;
}

void rig_part(rig *r, size_t n, double effective)
{
    const nes_extent e = {r->g.dist.d, n, effective_of, &effective};
    nes_family_parts(&r->g.dist, &e, r->g.step.part);
}

void rig_paths(rig *r, const nes_path_rates *rates)
{
    r->options.path_sigma = rates->sigma;
    r->options.path_shape = rates->shape;
    r->options.path_diag = rates->diag;
    r->options.rank_one = rates->one;
    r->options.rank_one_diag = rates->one_diag;
    rig_take(r);
}

void rig_climb(rig *r, double up, double down, double learn)
{
    r->g.scheme = &nes_scheme_elitist;
    r->options.elitist_up = up;
    r->options.elitist_down = down;
    r->options.elitist_learn = learn;
    r->g.parent_f = 1;
    rig_take(r);
}

void rig_free(rig *r)
{
    for (size_t i = 0; i < FENCES * FENCE; i++)
        if (r->fence[i / FENCE] != NULL) assert_true(r->fence[i / FENCE][i % FENCE] == POST);
    free(r->memory);
    free(r->groups);
}

void rig_start(rig *r, const double *mu, double std, const double *factor)
{
    const size_t d = r->g.dist.d;
    double *centre = dense_room(2 * d, sizeof *centre), *stds = centre + d;
    if (mu != NULL) memcpy(centre, mu, d * sizeof *mu);
    for (size_t i = 0; i < d; i++) stds[i] = std;
    const nes_start start = {
        .mu = centre, .std = stds, .factor = factor, .seed = 1, .run = (uint32_t)r->options.run};
    if (r->g.dist.family->init(&r->g.dist, &start) != 0) abort();
    free(centre);
}

void rig_place(rig *r, const double *z, const double *tail)
{
    nes_batch *b = &r->g.batch;
    memcpy(b->z, z, b->n * b->d * sizeof *z);
    if (tail != NULL) memcpy(b->tail, tail, b->n * sizeof *tail);
    r->g.dist.family->place(&r->g.dist, b, 0, b->n);
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
    r->g.dist.family->place(&r->g.dist, &r->g.batch, lo, hi);
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
    r->g.step.straight = gradient->scores && r->g.dist.family->scores->along == NULL;
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
    r->g.dist.family->densities->change(&r->g.dist, &r->g.step, &r->g.batch, change);
    r->g.dist.family->densities->relocate(&r->g.dist, &r->g.step, &r->g.batch, keep);
    free(keep);
}

void rig_factor(const rig *r, double *a)
{
    const size_t d = r->g.dist.d;
    double *column = dense_room(d, sizeof *column);
    for (size_t j = 0; j < d; j++) {
        r->g.dist.family->widths->axis(&r->g.dist, j, column);
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
