/* SPDX-License-Identifier: MIT
 *
 * Both models together: which one is believed, how far, and where they are least. [math: B21] */
#include "model/models.h"

#include <math.h>
#include <string.h>

#include "model/ball.h"
#include "model/distance.h"
#include "model/gauss_process.h"
#include "model/polynomial.h"

static const double TRUST = 0.85, TRUST_PROCESS = 0.5; /* least tau */
static const double RADII[] = {2, 0.5}, KNOWN = 1e-8, APART = 0.1;

struct nes_models {
    size_t d;
    nes_polynomial polynomial;
    nes_process process;
    double tau[NES_PROCESS + 1];
    nes_fitted chosen;
    nes_ball ball;
    double *start;
};

nes_models *nes_models_carve(nes_arena *a, size_t d, nes_cpu level)
{
    nes_models *m = NES_CARVE(a, nes_models, 1);
    nes_models parts = {.d = d};
    nes_polynomial_carve(&parts.polynomial, a, d, level);
    nes_process_carve(&parts.process, a, d, level);
    nes_ball_carve(&parts.ball, a, d, level);
    parts.start = NES_CARVE(a, double, d);
    for (int k = 0; k <= NES_PROCESS; k++) parts.tau[k] = NAN;
    if (m != NULL) *m = parts;
    return m;
}

nes_fitted nes_models_fit(nes_models *m, const nes_fit *fit)
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

nes_fitted nes_models_chosen(const nes_models *m)
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

double nes_models_tau(const nes_models *m, nes_fitted kind)
{
    return m->tau[kind];
}

static const nes_surface *surface_of(const nes_models *m, nes_fitted kind)
{
    return kind == NES_POLYNOMIAL ? &m->polynomial.surface : &m->process.surface;
}

static const nes_points *points_of(const nes_models *m, nes_fitted kind)
{
    return kind == NES_POLYNOMIAL ? &m->polynomial.points : &m->process.points;
}

double nes_models_value(const nes_models *m, const double *u)
{
    const nes_points *p = points_of(m, m->chosen);
    const double value = p->low + p->span * nes_surface_value(surface_of(m, m->chosen), u);
    return isnan(value) ? INFINITY : value; /* numbers overflowed: nothing good is known of u */
}

/* Writes the one of c and the starts, pulled to the ball, at which the model is least. */
static void find_start(nes_models *m, const nes_surface *s, const nes_search *search, double *out)
{
    const size_t d = m->d, size = d * sizeof *out;
    memcpy(out, search->c, size);
    double least = nes_surface_value(s, out);
    for (size_t k = 0; k < search->n; k++) {
        memcpy(m->start, search->u + k * d, size);
        nes_ball_pull(&m->ball, m->start);
        const double value = nes_surface_value(s, m->start);
        if (!(value < least)) continue;
        least = value;
        memcpy(out, m->start, size);
    }
}

/* Whether a minimiser is worth an evaluation beside those already found. */
static bool is_new(const nes_models *m, nes_fitted kind, size_t found, const double *out)
{
    const size_t d = m->d;
    const double *u = out + found * d;
    if (nes_points_near(points_of(m, kind), u, KNOWN)) return false;
    const double apart = APART * nes_distance(d, u, m->ball.c);
    for (size_t k = 0; k < found; k++)
        if (nes_distance(d, u, out + k * d) < apart) return false;
    return true;
}

/* Looks for one more minimiser in the ball at hand. */
static bool find_minimiser(nes_models *m, nes_fitted kind, const nes_search *search, size_t found,
                           double *out)
{
    double *u = out + found * m->d;
    const nes_surface *s = surface_of(m, kind);
    if (isnan(m->tau[kind])) return false;
    find_start(m, s, search, u);
    return nes_ball_minimise(&m->ball, s, u) &&
           (search->admit == NULL || search->admit(search->data, u)) && is_new(m, kind, found, out);
}

size_t nes_models_minimise(nes_models *m, const nes_search *search, double *out)
{
    const nes_fitted other = m->chosen == NES_PROCESS ? NES_POLYNOMIAL : NES_PROCESS;
    size_t found = 0;
    if (m->chosen == NES_NO_MODEL) return 0;
    m->ball.c = search->c;
    for (size_t r = 0; r < sizeof RADII / sizeof *RADII; r++) {
        m->ball.rho = RADII[r];
        if (found < search->k && find_minimiser(m, m->chosen, search, found, out)) found++;
        if (found < search->k && find_minimiser(m, other, search, found, out)) found++;
    }
    return found;
}
