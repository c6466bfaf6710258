/* SPDX-License-Identifier: MIT
 *
 * Both models together: which one is believed, how far, and where they are least. [math: A27] */
#include "model/models.h"

#include <math.h>
#include <string.h>

#include "model/ball.h"
#include "model/gauss_process.h"
#include "model/polynomial.h"

static const double TRUST = 0.85, TRUST_PROCESS = 0.5; /* least tau */
static const double RADII[] = {2, 0.5}, KNOWN = 1e-8, APART = 0.1;

struct nes_models {
    size_t d;
    nes_polynomial polynomial;
    nes_process process;
    double tau[NES_PROCESS + 1];
    nes_model_kind chosen;
    nes_ball ball;
    double *start;
};

nes_models *nes_models_carve(nes_arena *a, size_t d, size_t samples, nes_cpu level)
{
    nes_models *m = NES_CARVE(a, nes_models, 1);
    nes_models parts = {.d = d};
    (void)samples;
    nes_polynomial_carve(&parts.polynomial, a, d, level);
    nes_process_carve(&parts.process, a, d, level);
    nes_ball_carve(&parts.ball, a, d, level);
    parts.start = NES_CARVE(a, double, d);
    for (int k = 0; k <= NES_PROCESS; k++) parts.tau[k] = NAN;
    if (m != NULL) *m = parts;
    return m;
}

nes_model_kind nes_models_fit(nes_models *m, const nes_fit *fit)
{
    m->tau[NES_POLYNOMIAL] = m->tau[NES_PROCESS] = NAN;
    m->chosen = NES_NO_MODEL;
    nes_process_fit(&m->process, fit);
    nes_polynomial_fit(&m->polynomial, fit);
    if (m->process.fitted) {
        m->tau[NES_PROCESS] = nes_process_tau(&m->process, fit->window);
        m->chosen = NES_PROCESS;
    }
    if (m->polynomial.type >= 0) {
        m->tau[NES_POLYNOMIAL] = nes_polynomial_tau(&m->polynomial, fit->window);
        if (!m->process.fitted || m->tau[NES_POLYNOMIAL] >= m->tau[NES_PROCESS])
            m->chosen = NES_POLYNOMIAL;
    }
    return m->chosen;
}

nes_model_kind nes_models_chosen(const nes_models *m)
{
    return m->chosen;
}

bool nes_models_trusted(const nes_models *m)
{
    return m->tau[m->chosen] >= TRUST && m->tau[NES_PROCESS] >= TRUST_PROCESS;
}

int nes_models_type(const nes_models *m)
{
    return m->polynomial.type;
}

double nes_models_tau(const nes_models *m, nes_model_kind kind)
{
    return m->tau[kind];
}

static const nes_surface *surface_of(const nes_models *m, nes_model_kind kind)
{
    return kind == NES_POLYNOMIAL ? &m->polynomial.surface : &m->process.surface;
}

static const nes_points *points_of(const nes_models *m, nes_model_kind kind)
{
    return kind == NES_POLYNOMIAL ? &m->polynomial.points : &m->process.points;
}

double nes_models_value(const nes_models *m, const double *u)
{
    const nes_points *p = points_of(m, m->chosen);
    const double value = p->low + p->span * nes_surface_value(surface_of(m, m->chosen), u);
    return isnan(value) ? INFINITY : value;
}

/* Writes the one of c and the n points, pulled to the ball, at which the model is least. */
static void find_start(nes_models *m, const nes_surface *s, size_t n, const double *u, double *out)
{
    const size_t d = m->d, size = d * sizeof *out;
    memcpy(out, m->ball.c, size);
    double least = nes_surface_value(s, out);
    for (size_t k = 0; k < n; k++) {
        memcpy(m->start, u + k * d, size);
        nes_ball_pull(&m->ball, m->start);
        const double value = nes_surface_value(s, m->start);
        if (!(value < least)) continue;
        least = value;
        memcpy(out, m->start, size);
    }
}

static double distance(size_t d, const double *u, const double *v)
{
    double square = 0;
    for (size_t i = 0; i < d; i++) square += (u[i] - v[i]) * (u[i] - v[i]);
    return sqrt(square);
}

/* Whether a minimiser is worth an evaluation beside those already found. */
static bool is_new(const nes_models *m, nes_model_kind kind, size_t found, const double *out)
{
    const size_t d = m->d;
    const double *u = out + found * d;
    if (nes_points_near(points_of(m, kind), u, KNOWN)) return false;
    for (size_t k = 0; k < found; k++)
        if (distance(d, u, out + k * d) < APART * distance(d, u, m->ball.c)) return false;
    return true;
}

size_t nes_models_minimise(nes_models *m, const double *c, size_t n, const double *u, size_t k,
                           double *out)
{
    const nes_model_kind other = m->chosen == NES_PROCESS ? NES_POLYNOMIAL : NES_PROCESS;
    const nes_model_kind kinds[] = {m->chosen, other};
    size_t found = 0;
    m->ball.c = c;
    for (int r = 0; r < 2; r++)
        for (int i = 0; i < 2 && found < k; i++) {
            if (isnan(m->tau[kinds[i]])) continue;
            const nes_surface *s = surface_of(m, kinds[i]);
            double *at = out + found * m->d;
            m->ball.rho = RADII[r];
            find_start(m, s, n, u, at);
            if (nes_ball_minimise(&m->ball, s, at) && is_new(m, kinds[i], found, out)) found++;
        }
    return found;
}
