/* SPDX-License-Identifier: MIT
 *
 * One update of an asynchronous search against dense matrices: rows that are no pairs, some of them
 * old, fewer than variables (factored) and more (dense). The reference knows points, samples and
 * values, and the formulas. [math: A28, B4] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/gauss_dd.h"
#include "nes/async.h"
#include "opt/handle/opt.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/runs.h"
#include "technique/shaping.h"

enum { D = 24, ROWS = 40 };

/* A distribution and its paths as plain numbers, B row by row. */
typedef struct state {
    size_t d;
    double m[D], sigma, factors[D], b[D * D], beta, g[3], path[3][D];
} state;

static state look(const struct nes_run *run)
{
    const nes_dist *p = &run->g.dist;
    const size_t d = run->dim, width = nes_padded(d);
    const double *bt = nes_dd_shape(p), *paths = run->g.active[0].state;
    state s = {.d = d, .sigma = p->theta[d], .beta = nes_dd_remembered(p)->damping};
    memcpy(s.m, p->theta, d * sizeof *s.m);
    memcpy(s.factors, nes_dd_factors(p), d * sizeof *s.m);
    for (size_t i = 0; i < d * d; i++) s.b[i] = bt[i % d * width + i / d];
    memcpy(s.g, paths, sizeof s.g);
    for (size_t i = 0; i < 3; i++) memcpy(s.path[i], paths + 3 + i * d, d * sizeof(double));
    return s;
}

/* zeta = 3/4 z + 1/4 B^-1 (x - m)/(sigma D) of an old point. */
static void blend(const state *s, const double *x, double *z)
{
    double y[D];
    for (size_t i = 0; i < s->d; i++) y[i] = (x[i] - s->m[i]) / (s->sigma * s->factors[i]);
    dense_solve(s->d, s->b, 1, y);
    for (size_t i = 0; i < s->d; i++) z[i] = 0.75 * z[i] + 0.25 * y[i];
}

static double dot(size_t d, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += a[i] * b[i];
    return sum;
}

static void follow(size_t d, double *p, double *g, double c, double mu_eff, const double *step)
{
    for (size_t i = 0; i < d; i++)
        p[i] = (1 - c) * p[i] + (step != NULL ? sqrt(c * (2 - c) * mu_eff) * step[i] : 0);
    *g = (1 - c) * (1 - c) * *g + (step != NULL ? c * (2 - c) : 0);
}

/* v <- e v for a column v, and b <- b e for a matrix. */
static void turn(size_t d, const wide *e, double *v)
{
    double w[D];
    for (size_t i = 0; i < d; i++) {
        wide sum = 0;
        for (size_t j = 0; j < d; j++) sum += e[i * d + j] * v[j];
        w[i] = (double)sum;
    }
    memcpy(v, w, d * sizeof *v);
}

static void multiply(size_t d, double *b, const wide *e)
{
    for (size_t i = 0; i < d; i++) {
        double row[D];
        for (size_t j = 0; j < d; j++) {
            wide sum = 0;
            for (size_t k = 0; k < d; k++) sum += b[i * d + k] * e[k * d + j];
            row[j] = (double)sum;
        }
        memcpy(b + i * d, row, d * sizeof *b);
    }
}

/* Steps 3 to 9 of the update, with n rows best first. */
static void update(state *s, const nes_settings *o, size_t n, double zeta[][D])
{
    const size_t d = s->d;
    double mean[ROWS], w[ROWS], zw[D] = {0}, shift[D], squares = 0, total = 0;
    static wide S[D * D], plus[D * D], minus[D * D];
    nes_shaping_find("active")->fill(d, n, mean, w);
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < d; i++) zw[i] += mean[k] * zeta[k][i];
        squares += mean[k] * mean[k];
        total += w[k];
        if (w[k] < 0) w[k] *= (double)d / dot(d, zeta[k], zeta[k]);
    }
    for (size_t i = 0; i < d; i++) {
        shift[i] = dot(d, s->b + i * d, zw);
        s->m[i] += s->sigma * s->factors[i] * shift[i];
    }
    follow(d, s->path[0], &s->g[0], o->path_sigma, 1 / squares, zw);
    const double length2 = dot(d, s->path[0], s->path[0]);
    const bool goes = length2 / ((double)d * s->g[0]) < 2 + 4 / ((double)d + 1);
    follow(d, s->path[1], &s->g[1], o->path_shape, 1 / squares, goes ? zw : NULL);
    follow(d, s->path[2], &s->g[2], o->path_diag, 1 / squares, goes ? zw : NULL);
    double exponent[D];
    for (size_t i = 0; i < d; i++) {
        exponent[i] =
            o->rank_one_diag * (s->path[2][i] * s->path[2][i] - s->g[2]) - o->eta_diag * total;
        for (size_t k = 0; k < n; k++) exponent[i] += o->eta_diag * w[k] * zeta[k][i] * zeta[k][i];
        for (size_t j = 0; j < d; j++) {
            wide sum = o->rank_one * (s->path[1][i] * s->path[1][j] - (i == j) * s->g[1]) -
                       (i == j) * o->eta_shape * total;
            for (size_t k = 0; k < n; k++) sum += o->eta_shape * w[k] * zeta[k][i] * zeta[k][j];
            S[i * d + j] = sum / 2;
        }
    }
    dense_exponential(d, S, plus);
    for (size_t i = 0; i < d * d; i++) S[i] = -S[i];
    dense_exponential(d, S, minus);
    multiply(d, s->b, plus);
    turn(d, minus, s->path[1]);
    turn(d, minus, s->path[2]);
    for (size_t i = 0; i < d; i++) {
        const double e = exp(exponent[i] / (2 * s->beta));
        s->factors[i] *= e;
        s->path[1][i] /= e;
        s->path[2][i] /= e;
    }
    const double size = (double)d, chi = sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size * size));
    s->sigma *= exp(fmin(1, o->eta_sigma * (sqrt(length2) / chi - sqrt(s->g[0]))));
}

static void check(size_t n, const double *got, const double *want)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(want[i]));
    for (size_t i = 0; i < n; i++) assert_within(got[i], want[i], 1e-12 * largest);
}

static void check_state(const struct nes_run *run, const state *want)
{
    const state got = look(run);
    const size_t d = want->d;
    check(d, got.m, want->m);
    check(d, got.factors, want->factors);
    check(d * d, got.b, want->b);
    check(3, got.g, want->g);
    for (size_t i = 0; i < 3; i++) check(d, got.path[i], want->path[i]);
    assert_relative(got.sigma, want->sigma, 1e-12);
}

/* A point as the test knows it. */
typedef struct point {
    uint64_t id, born;
    double x[D], z[D], f;
} point;

static point ask(nes_opt *o, struct nes_run *run)
{
    nes_points p;
    point q = {.born = run->tally.generations};
    assert_int_equal(nes_ask_one(o, &p), NES_OK);
    q.id = p.id[0];
    memcpy(q.x, p.x, p.dim * sizeof *q.x);
    memcpy(q.z, run->arrivals.draft.z + q.id % run->plan.rows * p.dim, p.dim * sizeof *q.z);
    q.f = run_ellipsoid(p.dim, p.x, NULL);
    return q;
}

static int by_value(const void *a, const void *b)
{
    const point *p = a, *q = b;
    return (p->f > q->f) - (p->f < q->f);
}

/* Told in any order; before the last value of an update the reference makes it, too. */
static void check_search(size_t d, size_t places, size_t updates)
{
    nes_settings s = run_settings("dd-xnes");
    double x0[D];
    for (size_t i = 0; i < d; i++) x0[i] = 2;
    s.asynchronous = true;
    s.refresh = 1000; /* the reference has none */
    nes_opt *o = run_start(d, x0, &s);
    struct nes_run *run = o->runs.schedule.member[0].run;
    const size_t n = run->plan.rows;
    point list[ROWS], pool[ROWS];
    size_t under_way = 0, old = 0, arrived = 0;
    uint64_t random = 1;
    while (run->tally.generations < updates) {
        while (under_way < places) list[under_way++] = ask(o, run);
        const size_t i = (size_t)(run_random(&random) % under_way);
        pool[arrived++] = list[i];
        list[i] = list[--under_way];
        const point told = pool[arrived - 1];
        state want = look(run);
        double zeta[ROWS][D];
        for (size_t k = 0; arrived == n && k < n; k++) {
            old += pool[k].born < run->tally.generations;
            if (pool[k].born < run->tally.generations) blend(&want, pool[k].x, pool[k].z);
        }
        if (arrived == n) qsort(pool, n, sizeof *pool, by_value);
        for (size_t k = 0; k < arrived; k++) memcpy(zeta[k], pool[k].z, sizeof zeta[k]);
        if (arrived == n) update(&want, &run->plan.s, n, zeta);
        assert_int_equal(nes_tell_some(o, 1, &told.id, &told.f), NES_OK);
        if (arrived < n) continue;
        check_state(run, &want);
        arrived = 0;
    }
    assert_true(old > updates); /* there were old points, and young ones */
    assert_true(old < updates * n);
    nes_destroy(o);
}

static void test_factored(void **unused)
{
    (void)unused;
    check_search(24, 9, 30);
    check_search(15, 14, 30);
}

static void test_dense(void **unused)
{
    (void)unused;
    check_search(4, 12, 30);
    check_search(9, 20, 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_factored),
                                       cmocka_unit_test(test_dense)};
    return cmocka_run_group_tests_name("updates of old points", tests, NULL, NULL);
}
