/* SPDX-License-Identifier: MIT
 *
 * How v and D follow the samples. The natural gradient of a sample y is found from
 *
 *     t = a y - (a^2 + gamma)/2 w,    q = y^2 - (n/gamma) a (w y) - 1,    a = w . y
 *
 * and maps that are linear in t and q, with products of vectors coordinate by coordinate and
 * gamma = 1 + n. So the maps act once, on the weighted sums over all samples and the path of the
 * shape. In terms of z these sums have no large parts that cancel:
 *
 *     q = z^2 + (root + 1/root - 2) along w z + (root - 1)(1/root - 1) along^2 w^2 - 1
 *
 * with along = w . z and root = sqrt gamma. A step changes no factor by more than a tenth.
 * [math: B1] */
#include <math.h>

#include "family/gauss_vd.h"
#include "linalg/vector.h"

static const double MOST = 0.1;      /* the largest relative change of a factor in one step */
static const double SHORTEST = 1e-8; /* below it a direction is lost */
static const double NEW = 1e-2;      /* the length of a new direction */

/* Numbers of one step that are the same for all coordinates. */
typedef struct maps {
    const nes_vd_lengths *l;
    const nes_vd_sums *s;
    double alpha;      /* how much of the full natural gradient is safe: alpha_v */
    double kappa;      /* factor in the matrix diag(H) + kappa b b^T, b = w^2 */
    double along_t;    /* w . t */
    double b_q, b_b;   /* sums of b q/H and b^2/H */
    double norm2;      /* |v|^2 after the step */
    double damped;     /* c: the part of the step that is made */
    double largest;    /* the largest |s| */
    double log_factor; /* sum of ln D */
} maps;

static void find_maps(maps *m)
{
    const double n = m->l->norm2, gamma = m->l->gamma, widest = m->s->widest;
    const double safe = sqrt(n * n + (2 * gamma - m->l->root) / widest) / (2 + n);
    m->alpha = fmin(1, safe);
    const double a2 = m->alpha * m->alpha;
    m->kappa = 2 * a2 - (1 - a2) * n * n / gamma;
}

static double diagonal(const maps *m, double b)
{
    return 2 - (m->kappa + 2 * m->alpha * m->alpha) * b;
}

/* The sums become t and q, and q what the first map makes of it. */
static void gather(const nes_dist *p, maps *m)
{
    const nes_vd_sums *s = m->s;
    const double n = m->l->norm2, gamma = m->l->gamma, root = m->l->root;
    const double *v = nes_vd_axis(p), *factor = nes_vd_factors(p), *path = nes_vd_shape_path(p);
    const double along2 = s->rate * gamma * s->along2 + s->rank_one * s->path * s->path;
    const double weight = s->rate * s->weight + s->rank_one;
    const double t_z = s->rate * root, t_path = s->rank_one * s->path;
    const double t_w = s->rate * (gamma - root) * s->along2 - 0.5 * (along2 + gamma * weight);
    const double q_wz = s->rate * (root + 1 / root - 2);
    const double q_b = s->rate * (root - 1) * (1 / root - 1) * s->along2;
    const double q_path = n / gamma * t_path;
    m->along_t = 0.5 * (along2 - gamma * weight);
    const double back = m->alpha / gamma, back_t = back * (2 + n), back_b = back * n * m->along_t;
    double total[2], room[2];
    nes_sums sums = nes_sums_begin(p->coords, 2, p->d, total, room);
    while (nes_sums_next(&sums)) {
        double b_q = 0, b_b = 0;
        for (size_t j = sums.lo; j < sums.hi; j++) {
            const double w = v[j] / m->l->norm, b = w * w, u = s->mixed[j], r = path[j] / factor[j];
            const double t = t_z * u + t_path * r + t_w * w;
            const double q = s->rate * s->squares[j] + q_wz * w * u + q_b * b +
                             (s->rank_one * r - q_path * w) * r - weight - back_t * w * t +
                             back_b * b;
            const double over = 1 / diagonal(m, b);
            b_q += b * q * over;
            b_b += b * b * over;
            s->mixed[j] = t;
            s->squares[j] = q * over;
        }
        sums.part[0] = b_q;
        sums.part[1] = b_b;
    }
    m->b_q = total[0];
    m->b_b = total[1];
}

/* q/H becomes s. */
static void solve(const nes_dist *p, maps *m)
{
    const double *v = nes_vd_axis(p);
    const double c = m->kappa / (1 + m->kappa * m->b_b) * m->b_q;
    m->largest = 0;
    for (size_t j = 0; j < p->d; j++) {
        const double w = v[j] / m->l->norm, b = w * w;
        const double s = m->s->squares[j] - c * b / diagonal(m, b);
        m->s->squares[j] = s;
        m->largest = fmax(m->largest, fabs(s));
    }
    nes_coords_max(p->coords, 1, &m->largest);
    m->damped = m->largest > MOST ? MOST / m->largest : 1;
}

/* v and D follow t and s. */
static void move(const nes_dist *p, maps *m)
{
    double *v = nes_vd_axis(p), *factor = nes_vd_factors(p), total[2], room[2];
    const double b_s = m->b_q / (1 + m->kappa * m->b_b), n = m->l->norm2;
    nes_sums sums = nes_sums_begin(p->coords, 2, p->d, total, room);
    while (nes_sums_next(&sums)) {
        double log_factor = 0;
        for (size_t j = sums.lo; j < sums.hi; j++) {
            const double w = v[j] / m->l->norm, s = m->s->squares[j];
            const double t = m->s->mixed[j] - m->alpha * w * ((2 + n) * s - b_s);
            v[j] += m->damped * t / m->l->norm;
            factor[j] *= 1 + m->damped * s;
            log_factor += log(factor[j]);
        }
        sums.part[0] = log_factor;
        sums.part[1] = nes_dot(sums.hi - sums.lo, v + sums.lo, v + sums.lo);
    }
    m->log_factor = total[0];
    m->norm2 = total[1];
}

void nes_vd_normalise(nes_dist *p, double log_factor, double norm2)
{
    double *factor = nes_vd_factors(p);
    const double c = exp(-(log_factor + 0.5 * log1p(norm2)) / (double)nes_whole(p));
    nes_combine(p->d, c, factor, 0, factor, factor);
}

int nes_vd_reshape(nes_dist *p, const nes_vd_lengths *l, const nes_vd_sums *s,
                   const nes_stream *stream)
{
    maps m = {.l = l, .s = s};
    find_maps(&m);
    gather(p, &m);
    solve(p, &m);
    move(p, &m);
    if (!isfinite(m.norm2) || !isfinite(m.log_factor)) return 1;
    if (sqrt(m.norm2) < SHORTEST) {
        nes_vd_turn(p, stream, NEW);
        m.norm2 = NEW * NEW;
    }
    nes_vd_normalise(p, m.log_factor, m.norm2);
    return 0;
}
