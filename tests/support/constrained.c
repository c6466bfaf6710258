/* SPDX-License-Identifier: MIT */
#include "support/constrained.h"

static double square(double x)
{
    return x * x;
}

/* A sphere and a tangent plane. */
static void tr(size_t d, const double *x, double *v)
{
    v[0] = 0;
    v[1] = (double)d;
    for (size_t i = 0; i < d; i++) {
        v[0] += x[i] * x[i];
        v[1] -= x[i];
    }
}

/* In units in which the variables are of one size. */
static void g05(size_t d, const double *u, double *v)
{
    const double x[] = {300 * u[0], 300 * u[1], 0.15 * u[2], 0.15 * u[3]};
    (void)d;
    v[0] = 3 * x[0] + 1e-6 * pow(x[0], 3) + 2 * x[1] + 2e-6 / 3 * pow(x[1], 3);
    v[1] = x[2] - x[3] - 0.55;
    v[2] = x[3] - x[2] - 0.55;
    v[3] = 1000 * sin(-x[2] - 0.25) + 1000 * sin(-x[3] - 0.25) + 894.8 - x[0];
    v[4] = 1000 * sin(x[2] - 0.25) + 1000 * sin(x[2] - x[3] - 0.25) + 894.8 - x[1];
    v[5] = 1000 * sin(x[3] - 0.25) + 1000 * sin(x[3] - x[2] - 0.25) + 1294.8;
}

static void g06(size_t d, const double *x, double *v)
{
    (void)d;
    v[0] = pow(x[0] - 10, 3) + pow(x[1] - 20, 3);
    v[1] = 100 - square(x[0] - 5) - square(x[1] - 5);
    v[2] = square(x[0] - 6) + square(x[1] - 5) - 82.81;
    v[3] = 13 - x[0];
    v[4] = -x[1];
}

static void g07(size_t d, const double *x, double *v)
{
    (void)d;
    v[0] = square(x[0]) + square(x[1]) + x[0] * x[1] - 14 * x[0] - 16 * x[1] + square(x[2] - 10) +
           4 * square(x[3] - 5) + square(x[4] - 3) + 2 * square(x[5] - 1) + 5 * square(x[6]) +
           7 * square(x[7] - 11) + 2 * square(x[8] - 10) + square(x[9] - 7) + 45;
    v[1] = -105 + 4 * x[0] + 5 * x[1] - 3 * x[6] + 9 * x[7];
    v[2] = 10 * x[0] - 8 * x[1] - 17 * x[6] + 2 * x[7];
    v[3] = -8 * x[0] + 2 * x[1] + 5 * x[8] - 2 * x[9] - 12;
    v[4] = 3 * square(x[0] - 2) + 4 * square(x[1] - 3) + 2 * square(x[2]) - 7 * x[3] - 120;
    v[5] = 5 * square(x[0]) + 8 * x[1] + square(x[2] - 6) - 2 * x[3] - 40;
    v[6] = square(x[0]) + 2 * square(x[1] - 2) - 2 * x[0] * x[1] + 14 * x[4] - 6 * x[5];
    v[7] = 0.5 * square(x[0] - 8) + 2 * square(x[1] - 4) + 3 * square(x[4]) - x[5] - 30;
    v[8] = -3 * x[0] + 6 * x[1] + 12 * square(x[8] - 8) - 7 * x[9];
}

static void g09(size_t d, const double *x, double *v)
{
    (void)d;
    v[0] = square(x[0] - 10) + 5 * square(x[1] - 12) + pow(x[2], 4) + 3 * square(x[3] - 11) +
           10 * pow(x[4], 6) + 7 * square(x[5]) + pow(x[6], 4) - 4 * x[5] * x[6] - 10 * x[5] -
           8 * x[6];
    v[1] = -127 + 2 * square(x[0]) + 3 * pow(x[1], 4) + x[2] + 4 * square(x[3]) + 5 * x[4];
    v[2] = -282 + 7 * x[0] + 3 * x[1] + 10 * square(x[2]) + x[3] - x[4];
    v[3] = -196 + 23 * x[0] + square(x[1]) + 6 * square(x[5]) - 8 * x[6];
    v[4] =
        4 * square(x[0]) + square(x[1]) - 3 * x[0] * x[1] + 2 * square(x[2]) + 5 * x[5] - 11 * x[6];
}

static void g11(size_t d, const double *x, double *v)
{
    (void)d;
    v[0] = square(x[0]) + square(x[1] - 1);
    v[1] = x[1] - square(x[0]);
}

static void g13(size_t d, const double *x, double *v)
{
    (void)d;
    v[0] = exp(x[0] * x[1] * x[2] * x[3] * x[4]);
    v[1] = -10;
    for (size_t i = 0; i < 5; i++) v[1] += square(x[i]);
    v[2] = x[1] * x[2] - 5 * x[3] * x[4];
    v[3] = pow(x[0], 3) + pow(x[1], 3) + 1;
}

const constrained_problem constrained_problems[] = {
    {"TR2", 2, 1, 3, 1, {0}, 2, 0, tr},
    {"TR5", 5, 1, 3, 1, {0}, 5, 0, tr},
    {"TR10", 10, 1, 3, 1, {0}, 10, 0, tr},
    {"TR20", 20, 1, 3, 1, {0}, 20, 0, tr},
    {"g06", 2, 4, NAN, 5, {50, 50}, -6961.81387558015, 0, g06},
    {"g07", 10, 8, 0, 2, {0}, 24.30620906818, 0, g07},
    {"g09", 7, 4, 5, 2, {0}, 680.6300573745, 0, g09},
    {"g11", 2, 1, 0.5, 0.3, {0}, 0.75, 1, g11},
    {"g05", 4, 5, NAN, 1, {2, 2, 0, 0}, 5126.4981094, 3, g05},
    {"g13", 5, 3, NAN, 0.3, {-2, 2, 2, -1, -1}, 0.0539498478, 3, g13},
    {NULL, 0, 0, 0, 0, {0}, 0, 0, NULL},
};

const constrained_problem *constrained_find(const char *name)
{
    for (const constrained_problem *p = constrained_problems; p->name != NULL; p++)
        if (strcmp(p->name, name) == 0) return p;
    fail_msg("there is no problem %s", name);
    return NULL;
}

nes_settings constrained_settings(const constrained_problem *p, uint64_t seed, double *x)
{
    static double kind[CONSTRAINED_MOST], tol[CONSTRAINED_MOST];
    nes_settings s;
    nes_settings_default(&s);
    s.method = "dd-xnes";
    s.seed = seed;
    s.sigma = p->sigma;
    s.max_evals = 20000;
    s.constraints = p->m;
    for (size_t i = 0; i < p->m; i++) {
        kind[i] = i + p->equalities >= p->m;
        tol[i] = kind[i] != 0 ? 1e-6 : 0;
    }
    if (p->equalities > 0) {
        s.constraint_kind = kind;
        s.constraint_tol = tol;
    }
    for (size_t i = 0; i < p->d; i++) x[i] = isnan(p->start) ? p->x0[i] : p->start;
    return s;
}

typedef struct search {
    const constrained_problem *p;
    size_t evaluations, reached;
} search;

static nes_fate evaluate(size_t d, const double *x, double *values, void *user)
{
    search *s = user;
    const constrained_problem *p = s->p;
    bool feasible = true;
    p->evaluate(d, x, values);
    s->evaluations++;
    for (size_t i = 0; i < p->m; i++)
        feasible = feasible &&
                   (i + p->equalities < p->m ? values[1 + i] <= 0 : fabs(values[1 + i]) <= 1e-6);
    if (feasible && s->reached == 0 && values[0] - p->best <= 1e-6 * fmax(1, fabs(p->best)))
        s->reached = s->evaluations;
    return NES_MEASURED;
}

size_t constrained_search(const constrained_problem *p, const nes_settings *s)
{
    double x[CONSTRAINED_DIM];
    search found = {.p = p};
    (void)constrained_settings(p, s->seed, x);
    assert_int_equal(nes_minimize_records(evaluate, &found, p->d, x, s, NULL), NES_OK);
    return found.reached;
}
