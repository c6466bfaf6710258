/* SPDX-License-Identifier: MIT
 *
 * The family with a full matrix whose distances have the user's law: x = mu + sigma B s, s = t z, z
 * normal, with the density q_tau(|s|^2). theta is that of the other full families, then tau and the
 * Fisher matrix there. With h = -q'/q the scores are 2 h s of the mean and h s s^T - I/2 of M; the
 * natural gradient divides them by constants, but for the block of scale and tau. The direction of
 * a step is the move of tau. [math: A17-A19] */
#include <math.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "family/user_law.h"
#include "linalg/sequential.h"
#include "linalg/vector.h"
#include "rng/random.h"

static const double LONGEST = 1e150; /* squares are still finite */

static void take(nes_dist *p, const nes_settings *s)
{
    nes_affine_take(p, s);
    p->model = s->radial;
}

static size_t ntail(const nes_dist *p)
{
    return nes_law_ntau(p->model);
}

static size_t ntheta(const nes_dist *p)
{
    return nes_affine_ntheta(p) + nes_law_ntheta(p->model);
}

static size_t nwork(const nes_dist *p, size_t n)
{
    const size_t law = nes_law_nwork(p->model) + nes_law_ntheta(p->model); /* for attempt */
    const size_t other = nes_affine_nwork(p, n);
    return law > other ? law : other;
}

static nes_status attempt(const nes_dist *p, uint64_t seed, double *x, nes_note note)
{
    (void)x;
    return nes_law_try(p->model, p->d, seed, p->work, note);
}

static double *tau_of(const nes_dist *p)
{
    return p->theta + nes_affine_ntheta(p);
}

static double *fisher_of(const nes_dist *p)
{
    return tau_of(p) + nes_law_ntau(p->model);
}

/* The Fisher matrix at the present tau. */
static int refresh_law(nes_dist *p)
{
    return nes_law_fisher(p->model, tau_of(p), p->d, fisher_of(p), p->work).flaw != NES_LAW_SOUND;
}

/* Whether the law can be used is found out elsewhere, with a sentence. */
static int init(nes_dist *p, const nes_start *s)
{
    const nes_radial *law = p->model;
    if (law->ntau > 0) memcpy(tau_of(p), law->tau0, law->ntau * sizeof *law->tau0);
    refresh_law(p);
    return nes_affine_init(p, s);
}

/* Uniform numbers for the law stand behind the coordinates of the sample. */
static double radial_factor(const nes_dist *p, const nes_stream *s, const double *z)
{
    const nes_radial *law = p->model;
    const double n = sqrt(nes_dot(p->d, z, z));
    nes_random r = {.stream = *s, .uniforms = (p->d + 1) / 2 * 2};
    const double t = law->radius(tau_of(p), p->d, n, &r, law->user) / n;
    return t > LONGEST ? LONGEST : t;
}

static double steepness(const nes_dist *p, double r2)
{
    const nes_radial *law = p->model;
    return -law->slope(tau_of(p), p->d, r2, law->user);
}

/* The hill climber: 2 h s s^T - I, no Fisher factors. [math: A21] */
static void climb(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    const double d = (double)p->d;
    double scale = -b->u0;
    for (size_t k = 0; k < b->n; k++) {
        const double r2 = nes_batch_norm2(b, k), t = b->tail[k];
        const double w = b->u[k] != 0 ? 2 * steepness(p, r2) : 0;
        s->outer[k] = b->u[k] * w * t * t;
        scale += b->u[k] * (w * r2 / d - 1);
        s->mean[k] = b->v[k] * t;
    }
    s->scale = scale;
}

/* From the sums of the scores of trace part and tau to natural gradients, in place. */
static void solve(const nes_dist *p, double *sums, double *matrix)
{
    const size_t n = 1 + nes_law_ntau(p->model);
    double log_det;
    memcpy(matrix, fisher_of(p) + NES_LAW_BLOCK, n * n * sizeof *matrix);
    if (nes_solve(n, matrix, 1, sums, &log_det)) sums[0] = NAN;
}

static void follow(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    const nes_radial *law = p->model;
    const double d = (double)p->d, *fisher = fisher_of(p);
    const size_t ntau = law->ntau;
    double *mean = s->mean, *sums = p->work, *score = sums + 1 + ntau, *matrix = score + 1 + ntau;
    memset(sums, 0, (1 + ntau) * sizeof *sums);
    nes_batch_lengths(b, 0, b->n, mean); /* where the weights of the mean will be */
    for (size_t k = 0; k < b->n; k++) {
        const double r2 = mean[k], h = steepness(p, r2), t = b->tail[k];
        mean[k] = b->v[k] * 2 * h * t / fisher[NES_LAW_MEAN];
        s->outer[k] = b->u[k] * h * t * t / fisher[NES_LAW_SHAPE];
        sums[0] += b->u[k] * (h * r2 - 0.5 * d) / sqrt(d);
        if (ntau > 0) law->score(tau_of(p), p->d, r2, score, law->user);
        for (size_t i = 0; i < ntau; i++) sums[1 + i] += b->u[k] * score[i];
    }
    solve(p, sums, matrix);
    if (ntau > 0) memcpy(s->direction, sums + 1, ntau * sizeof *sums);
    s->scale = sums[0] / sqrt(d) - b->u0;
}

static void propose(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    nes_step_begin(s, b);
    if (s->plain)
        climb(p, b, s);
    else
        follow(p, b, s);
}

static double *tau_before(const nes_dist *p, const nes_step *s)
{
    return s->record + nes_affine_nrecord(p->d, s->n + s->extra);
}

/* tau and its Fisher matrix after a move; afterwards the direction holds tau before it. Non-zero:
 * there is no such law, and nothing has moved. */
static int move_tau(nes_dist *p, nes_step *s, double rate)
{
    const nes_radial *law = p->model;
    double *tau = tau_of(p), *before = s->direction;
    bool finite = true;
    for (size_t i = 0; i < law->ntau; i++) {
        const double old = tau[i];
        tau[i] += rate * s->direction[i];
        before[i] = old;
        finite = finite && isfinite(tau[i]);
    }
    const bool valid = finite && (law->repair == NULL || law->repair(tau, p->d, law->user) == 0);
    if (valid && refresh_law(p) == 0) return 0;
    memcpy(tau, before, law->ntau * sizeof *tau);
    refresh_law(p);
    return finite ? 2 : 1;
}

static int apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    const size_t ntau = s->ndirection > 0 ? nes_law_ntau(p->model) : 0;
    const bool moves = ntau > 0 && !s->plain && eta->nu > 0;
    const int outcome = moves ? move_tau(p, s, eta->nu) : 0;
    if (outcome != 0) return outcome;
    if (ntau > 0 && s->record != NULL && s->densities)
        memcpy(tau_before(p, s), moves ? s->direction : tau_of(p), ntau * sizeof *s->record);
    return nes_affine_apply(p, b, s, eta);
}

static void log_density(const nes_dist *p, const nes_step *before, double c, size_t n,
                        const double *r2, double *log)
{
    const nes_radial *law = p->model;
    const double *tau = before != NULL ? tau_before(p, before) : tau_of(p);
    for (size_t k = 0; k < n; k++) log[k] += c * law->logq(tau, p->d, r2[k], law->user);
}

static const nes_affine_law law_of_family = {log_density};

static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)
{
    const nes_radial *law = p->model;
    const double r2 = nes_batch_norm2(b, k);
    double *tail = nes_affine_score(p, b, k, steepness(p, r2), s);
    if (law->ntau > 0) law->score(tau_of(p), p->d, r2, tail, law->user);
}

/* The move of tau stands first, as propose would leave it. */
static void along(const nes_dist *p, nes_batch *b, nes_step *s)
{
    const double *tail = nes_affine_along(p, b, s);
    memmove(s->direction, tail, nes_law_ntau(p->model) * sizeof *tail);
}

static size_t nparam(const nes_dist *p)
{
    return nes_affine_nparam(p) + ntail(p);
}

/* Whether there is such a law. The user's function may repair its parameters: it gets a copy. */
static bool sound(const nes_dist *p, nes_note note)
{
    const nes_radial *law = p->model;
    double *tau = p->work, *fisher = tau + law->ntau, *work = tau + nes_law_ntheta(law);
    if (law->ntau > 0) memcpy(tau, tau_of(p), law->ntau * sizeof *tau);
    const bool valid = law->repair == NULL || law->repair(tau, p->d, law->user) == 0;
    if (valid && nes_law_fisher(law, tau, p->d, fisher, work).flaw == NES_LAW_SOUND) return true;
    nes_print(note.text, note.size, "the parameters of family '%s' are those of no distribution",
              p->family->name);
    return false;
}

static const nes_scores scores = {
    .nparam = nparam, .logpdf = nes_affine_logpdf, .score = score, .along = along};

const nes_family nes_user_radial = {
    .name = "user-radial",
    .doc = "a full matrix and a law of distances of your own, from C (see nes/density.h)",
    .law = &law_of_family,
    .located = true,
    .matrix = true,
    .shares = true,
    .uses = NES_USES_LIMIT | NES_USES_SHAPE,
    .model = NES_MODEL_RADIAL,
    .rate = nes_rate_full,
    .elitist_down = 0.2,
    .elitist_learn = 0.25,
    .take = take,
    .check = nes_law_check,
    .attempt = attempt,
    .ntheta = ntheta,
    .nwork = nwork,
    .ntail = ntail,
    .nimage = nes_padded_image,
    .init = init,
    .sound = sound,
    .variates = nes_normal_variates,
    .radius = radial_factor,
    .place = nes_affine_place,
    .nlocalize = nes_affine_nlocalize,
    .localize = nes_affine_localize,
    .propose = propose,
    .apply = apply,
    .densities = &nes_affine_densities,
    .scores = &scores,
    .natural = &nes_affine_natural,
    .widths = &nes_affine_widths,
};
