/* SPDX-License-Identifier: MIT
 *
 * One generation of values with constraints. The steps are those of B19, in their order; sums run
 * over the rows that count, in the order of places. [math: B19] */
#include "technique/merits.h"

#include <math.h>
#include <string.h>

#include "technique/lagrangian.h"
#include "technique/multipliers.h"

static const double MOST = 1e150;  /* larger values teach nothing */
static const double TINY = 1e-200; /* variances below are those of constants */
static const double WIDEST = 3;    /* most standard deviations of the margin */
static const double RATE = 0.1;    /* of the margin */
static const double RAISE = 1.1;   /* of the weight of a constraint that needs more */
static const double HEAVIEST = 1000;
static const double KNOWING = 20; /* generations before a bend of the Lagrangian is believed */
static const double JUMP = 1e8;   /* most of the spread of the Lagrangian, in one generation */
static const double FLOOR = 1e-3; /* of that spread, beside that of the terms of constraints */

void nes_merits_carve(nes_merits *s, nes_arena *a, size_t n)
{
    const size_t m = s->of->m;
    s->lam = NES_CARVE(a, double, m);
    s->slope = NES_CARVE(a, double, m);
    s->weight = NES_CARVE(a, double, m);
    s->covariance = NES_CARVE(a, double, m *(m + 1) / 2);
    s->mean = NES_CARVE(a, double, m);
    s->spread = NES_CARVE(a, double, m);
    s->penalty = NES_CARVE(a, double, m);
    s->reach = NES_CARVE(a, bool, m);
    s->counts = NES_CARVE(a, bool, n);
    s->kind = NES_CARVE(a, size_t, n);
    s->deviation = NES_CARVE(a, double, n *m);
    s->away = NES_CARVE(a, double, n);
    s->old = NES_CARVE(a, double, m);
}

void nes_merits_begin(nes_merits *s)
{
    const size_t m = s->of->m;
    s->t = s->margin = s->lagrangian = 0;
    for (size_t i = 0; i < m; i++) {
        s->lam[i] = s->slope[i] = s->mean[i] = 0;
        s->weight[i] = 1;
    }
    memset(s->covariance, 0, m * (m + 1) / 2 * sizeof *s->covariance);
    nes_merits_restore(s);
}

static int kind_of(const nes_constraints *c, size_t i)
{
    return c->kind != NULL ? (int)c->kind[i] : NES_CONSTRAINT_BELOW;
}

/* Constraints of which only the sign means something take no part in the regression. */
static bool teaches(const nes_merits *s, size_t i)
{
    return kind_of(s->of, i) != NES_CONSTRAINT_SIGN;
}

double nes_constraint_value(const nes_constraints *c, size_t i, double g)
{
    return kind_of(c, i) == NES_CONSTRAINT_BELOW && c->tol != NULL ? g - c->tol[i] : g;
}

double nes_constraint_excess(const nes_constraints *c, size_t i, double g)
{
    const double tol = c->tol != NULL ? c->tol[i] : 0;
    return (kind_of(c, i) == NES_CONSTRAINT_EQUAL ? fabs(g) : g) - tol;
}

bool nes_constraint_holds(const nes_constraints *c, size_t i, double g)
{
    return nes_constraint_excess(c, i, g) <= 0;
}

/* g_i of row k, without its tolerance. */
static double value(const nes_merits *s, const nes_told *t, size_t k, size_t i)
{
    return nes_constraint_value(s->of, i, t->g[k * t->stride + i]);
}

static double *variance(const nes_merits *s, size_t i)
{
    return s->covariance + i * (i + 1) / 2 + i;
}

/* 1: the rows that count. */
static bool counts(const nes_merits *s, const nes_told *t, size_t k)
{
    bool good = fabs(t->f[k]) <= MOST;
    for (size_t i = 0; good && i < s->of->m; i++) {
        const double g = t->g[k * t->stride + i];
        good = fabs(g) <= MOST && (teaches(s, i) || g <= 0);
    }
    return good;
}

static bool is_feasible(const nes_merits *s, const nes_told *t, size_t k)
{
    bool good = true;
    for (size_t i = 0; good && i < s->of->m; i++)
        good = kind_of(s->of, i) == NES_CONSTRAINT_EQUAL || value(s, t, k, i) <= 0;
    return good;
}

static void count_rows(nes_merits *s, const nes_told *t)
{
    s->counting = s->feasible = 0;
    for (size_t k = 0; k < t->n; k++) {
        s->counts[k] = counts(s, t, k);
        if (!s->counts[k]) continue;
        s->counting++;
        s->feasible += is_feasible(s, t, k);
    }
}

static bool is_of(const nes_merits *s, size_t k, size_t kind)
{
    return s->counts[k] && s->kind[k] == kind;
}

static size_t rows_of(const nes_merits *s, const nes_told *t, size_t kind)
{
    size_t rows = 0;
    for (size_t k = 0; k < t->n; k++) rows += is_of(s, k, kind);
    return rows;
}

/* The mean of g_i over the rows of a kind; of equal numbers it is that number exactly. */
static double mean_of(const nes_merits *s, const nes_told *t, size_t kind, size_t i)
{
    double sum = 0, first = NAN;
    bool equal = true;
    for (size_t k = 0; k < t->n; k++) {
        if (!is_of(s, k, kind)) continue;
        const double g = value(s, t, k, i);
        if (isnan(first)) first = g;
        equal = equal && g == first;
        sum += g;
    }
    return equal ? first : sum / (double)rows_of(s, t, kind);
}

static double mean_value(const nes_merits *s, const nes_told *t, size_t kind)
{
    double sum = 0;
    for (size_t k = 0; k < t->n; k++)
        if (is_of(s, k, kind)) sum += t->f[k];
    return sum / (double)rows_of(s, t, kind);
}

/* Deviations of a kind from its means; 0 for constraints that teach nothing. */
static void find_deviations(nes_merits *s, const nes_told *t, size_t kind, bool largest)
{
    const size_t m = s->of->m;
    const double mean_f = mean_value(s, t, kind);
    for (size_t k = 0; k < t->n; k++)
        if (is_of(s, k, kind)) s->away[k] = t->f[k] - mean_f;
    for (size_t i = 0; i < m; i++) {
        const double mean = teaches(s, i) ? mean_of(s, t, kind, i) : 0;
        if (largest) s->mean[i] = mean;
        for (size_t k = 0; k < t->n; k++)
            if (is_of(s, k, kind))
                s->deviation[k * m + i] = teaches(s, i) ? value(s, t, k, i) - mean : 0;
    }
}

static void find_all_deviations(nes_merits *s, const nes_told *t)
{
    size_t most = 0;
    for (size_t kind = 0; kind < t->n; kind++) {
        const size_t rows = rows_of(s, t, kind);
        if (rows > 0) find_deviations(s, t, kind, rows > most);
        if (rows > most) most = rows;
    }
}

/* Deviations that are independent of one another. */
static double freedom(const nes_merits *s)
{
    return (double)(s->counting - s->kinds);
}

/* 2: running averages of covariances, over as many rows as a regression needs. */
static void learn(nes_merits *s, const nes_told *t)
{
    const size_t m = s->of->m;
    const double part = fmin(1, fmax((freedom(s) + 1) / (2 * (double)s->d + 4), 1 / (s->t + 1)));
    double *c = s->covariance;
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t j = 0; j <= i; j++, c++, sum = 0) {
            for (size_t k = 0; k < t->n; k++)
                if (s->counts[k]) sum += s->deviation[k * m + i] * s->deviation[k * m + j];
            *c = (1 - part) * *c + part * sum / freedom(s);
        }
        for (size_t k = 0; k < t->n; k++)
            if (s->counts[k]) sum += s->deviation[k * m + i] * s->away[k];
        s->slope[i] = (1 - part) * s->slope[i] + part * sum / freedom(s);
    }
}

/* A constraint that once varied and is constant since would end with a penalty without bounds. */
static void forget_constants(nes_merits *s)
{
    for (size_t i = 0; i < s->of->m; i++) {
        if (*variance(s, i) >= TINY) continue;
        s->slope[i] = 0;
        for (size_t j = 0; j < s->of->m; j++) *nes_multiplier_entry(s->covariance, i, j) = 0;
    }
}

static bool is_equality(const nes_merits *s, size_t i)
{
    return kind_of(s->of, i) == NES_CONSTRAINT_EQUAL;
}

/* 3: constraints within reach. */
static void find_reach(nes_merits *s)
{
    for (size_t i = 0; i < s->of->m; i++) {
        s->spread[i] = sqrt(*variance(s, i));
        const double near = s->mean[i] + (WIDEST + s->margin) * s->spread[i];
        s->reach[i] = s->spread[i] > 0 && (is_equality(s, i) || near > 0);
        if (!s->reach[i]) s->lam[i] = 0;
    }
}

/* 5: the square of the spread of f + sum lam_i g_i. */
static void follow_spread(nes_merits *s, double fresh)
{
    const double old = s->lagrangian, jump = fmin(JUMP, fmax(1 / JUMP, fresh / old));
    s->lagrangian = old == 0 ? fresh : old * sqrt(sqrt(jump));
}

static double lagrangian_spread(const nes_merits *s)
{
    double squares = 0;
    for (size_t i = 0; i < s->of->m; i++)
        squares += s->lam[i] * s->spread[i] * s->lam[i] * s->spread[i];
    const double spread = fmax(sqrt(s->lagrangian), FLOOR * sqrt(squares));
    return spread > 0 ? spread : 1;
}

/* 6: the margin, which is there for inequalities. */
static void move_margin(nes_merits *s)
{
    const double part = (double)s->feasible / (double)s->counting;
    bool any = false;
    for (size_t i = 0; i < s->of->m; i++) any = any || (s->reach[i] && !is_equality(s, i));
    if (any) s->margin = fmin(WIDEST, fmax(0, s->margin + RATE * (s->of->share - part)));
}

/* 7: weights of the penalties. They grow where the rows are beyond a constraint, and where the
 * Lagrangian bends down along it, once a run has gone far enough to know. */
static void move_weights(nes_merits *s, size_t n)
{
    for (size_t i = 0; i < s->of->m; i++) {
        const double off = is_equality(s, i) ? fabs(s->mean[i]) : s->mean[i];
        const bool more = s->reach[i] &&
                          (off > s->spread[i] || (s->t > KNOWING && nes_lagrangian_bends(s, n, i)));
        s->weight[i] = fmin(HEAVIEST, fmax(1, s->weight[i] * (more ? RAISE : 1 / RAISE)));
    }
}

void nes_merits_restore(nes_merits *s)
{
    for (size_t i = 0; i < s->of->m; i++) s->spread[i] = sqrt(*variance(s, i));
    s->sr = lagrangian_spread(s);
    const double unit = 2 * s->sr / sqrt((double)s->d);
    for (size_t i = 0; i < s->of->m; i++)
        s->penalty[i] = s->spread[i] > 0 ? s->weight[i] * unit / *variance(s, i) : 0;
}

/* The term of constraint i in the augmented Lagrangian of row k. */
static double term(const nes_merits *s, const nes_told *t, size_t k, size_t i)
{
    const double g = value(s, t, k, i), lam = s->lam[i], mu = s->penalty[i];
    const double y = is_equality(s, i) ? g : fmax(g + s->margin * s->spread[i], -lam / mu);
    return lam * y + mu / 2 * y * y;
}

/* 8: merits; the least of each term is taken off, which changes no rank and saves digits. */
static void weigh(const nes_merits *s, const nes_told *t, double *merit)
{
    double least = INFINITY;
    for (size_t k = 0; k < t->n; k++)
        if (s->counts[k]) least = fmin(least, t->f[k]);
    bool penalised = false;
    for (size_t i = 0; i < s->of->m; i++) penalised = penalised || s->penalty[i] > 0;
    for (size_t k = 0; k < t->n; k++)
        merit[k] = !s->counts[k] ? NAN : penalised ? t->f[k] - least : t->f[k];
    for (size_t i = 0; i < s->of->m; i++) {
        if (!(s->penalty[i] > 0)) continue;
        least = INFINITY;
        for (size_t k = 0; k < t->n; k++)
            if (s->counts[k]) least = fmin(least, term(s, t, k, i));
        for (size_t k = 0; k < t->n; k++)
            if (s->counts[k]) merit[k] += term(s, t, k, i) - least;
    }
}

void nes_merits_take(nes_merits *s, const nes_told *t, double *merit)
{
    count_rows(s, t);
    s->kinds = nes_kinds_find(&t->traits, t->n, s->counts, s->kind);
    if (freedom(s) > 0) {
        find_all_deviations(s, t);
        learn(s, t);
        forget_constants(s);
        find_reach(s);
        const nes_regression r = {s->of->m,    s->covariance, s->slope, s->reach,
                                  s->of->kind, s->spread,     s->old};
        nes_multipliers_move(&r, s->lam);
        follow_spread(s, nes_lagrangian_take(s, t->n) / freedom(s));
        move_margin(s);
        s->t++;
        move_weights(s, t->n);
        nes_merits_restore(s);
    }
    weigh(s, t, merit);
}
