/* SPDX-License-Identifier: MIT
 *
 * The step of choices: natural gradient, an adaptive length, and a margin that every value keeps.
 * [math: B20] */
#include "choice/choice.h"

#include <math.h>
#include <string.h>

static const double LENGTH = 1.2; /* of the path, squared, over that of chance: steps grow above */
static const double NOTHING = 1e-12; /* a shorter gradient says nothing */
static const double LONGEST = 1e3;   /* a longer step leads to the same ends of the margins */

nes_choices nes_choices_of(size_t n, const double *count, double least)
{
    nes_choices c = {.n = n, .count = count, .least = least};
    for (size_t i = 0; i < n; i++) c.total += nes_choices_values(&c, i);
    return c;
}

size_t nes_choices_nwork(const nes_choices *c, size_t rows)
{
    const size_t step = 2 * c->total, draw = 2 * rows;
    return step > draw ? step : draw;
}

double nes_choices_least(const nes_choices *c, size_t i)
{
    const double k = (double)nes_choices_values(c, i);
    return k > 1 ? fmin(c->least / (k - 1), 0.5 / k) : 1;
}

static double *path_of(const nes_choices *c)
{
    return c->state + c->total;
}

/* The square of the length that the path would have by chance, and the caution behind it. */
static double *chance_of(const nes_choices *c)
{
    return path_of(c) + nes_choices_npath(c);
}

/* Raises probabilities to the least ones; the others give what that takes, in proportion to what
 * they have above them. */
static void keep_margin(double *q, size_t k, double least)
{
    double sum = 0, again = 0;
    for (size_t v = 0; v < k; v++) {
        q[v] = fmax(q[v], least);
        sum += q[v];
    }
    const double above = sum - (double)k * least;
    for (size_t v = 0; v < k; v++) {
        if (above > 0) q[v] -= (sum - 1) * (q[v] - least) / above;
        again += q[v];
    }
    for (size_t v = 0; v < k; v++) q[v] = fmax(q[v] / again, least);
}

void nes_choices_begin(nes_choices *c, const double *start)
{
    double *q = c->state;
    for (size_t i = 0; i < c->n; i++) {
        const size_t k = nes_choices_values(c, i);
        const bool given = start != NULL && start[i] >= 0;
        for (size_t v = 0; v < k; v++) {
            q[v] = 1 / (double)k;
            if (given) q[v] = 0.5 * q[v] + (v == (size_t)start[i] ? 0.5 : 0);
        }
        keep_margin(q, k, nes_choices_least(c, i));
        q += k;
    }
    memset(path_of(c), 0, (nes_choices_npath(c) + 1) * sizeof *c->state);
    chance_of(c)[1] = 1;
}

/* ---- drawing -------------------------------------------------------------------------------- */

/* The first value up to which the probabilities have a larger sum than p. */
static size_t value_at(const double *q, size_t k, double p)
{
    double sum = 0;
    for (size_t v = 0; v + 1 < k; v++) {
        sum += q[v];
        if (p < sum) return v;
    }
    return k - 1;
}

static void shuffle(size_t rows, const double *uniform, double *place)
{
    for (size_t k = 0; k < rows; k++) place[k] = (double)k;
    for (size_t t = rows - 1; t > 0; t--) {
        const size_t j = (size_t)(uniform[rows - 1 - t] * (double)(t + 1));
        const size_t other = j < t ? j : t; /* a uniform number may be 1 */
        const double kept = place[t];
        place[t] = place[other];
        place[other] = kept;
    }
}

void nes_choices_draw(const nes_choices *c, const nes_stream *at, size_t rows, double *values,
                      double *work)
{
    nes_stream stream = *at;
    const double *q = c->state;
    double *uniform = work, *place = work + rows;
    stream.row = 0;
    stream.lane = NES_LANE_CHOICES;
    for (size_t i = 0; i < c->n; i++) {
        const size_t k = nes_choices_values(c, i);
        nes_uniforms(&stream, (uint64_t)i * (rows + 1), rows, uniform);
        shuffle(rows, uniform, place);
        for (size_t r = 0; r < rows; r++)
            values[r * c->n + i] =
                (double)value_at(q, k, (place[r] + uniform[rows - 1]) / (double)rows);
        q += k;
    }
}

void nes_choices_draw_one(const nes_choices *c, const nes_stream *at, double *values)
{
    const double *q = c->state;
    nes_uniforms(at, 0, c->n, values);
    for (size_t i = 0; i < c->n; i++) {
        const size_t k = nes_choices_values(c, i);
        values[i] = (double)value_at(q, k, values[i]);
        q += k;
    }
}

/* ---- moving --------------------------------------------------------------------------------- */

/* The natural gradient of choice i: sum over rows of u ([c = v] - q_v). */
static void find_gradient(const nes_choices *c, size_t i, size_t rows, const double *values,
                          const double *u, const double *q, double *gradient)
{
    const size_t k = nes_choices_values(c, i);
    double all = 0;
    memset(gradient, 0, k * sizeof *gradient);
    for (size_t r = 0; r < rows; r++) {
        gradient[(size_t)values[r * c->n + i]] += u[r];
        all += u[r];
    }
    for (size_t v = 0; v < k; v++) gradient[v] -= all * q[v];
}

/* The gradient of choice i in coordinates in which the Fisher matrix is the identity; returns the
 * square of its length. */
static double whiten(size_t k, const double *q, const double *gradient, double *h)
{
    double sum = 0, square = 0;
    for (size_t v = 0; v + 1 < k; v++) sum += gradient[v];
    const double last = sum / (q[k - 1] + sqrt(q[k - 1]));
    for (size_t v = 0; v + 1 < k; v++) {
        h[v] = gradient[v] / sqrt(q[v]) + sqrt(q[v]) * last;
        square += h[v] * h[v];
    }
    return square;
}

/* The path forgets, and takes the direction h over its length; steps get longer where the path is
 * longer than chance would make it. */
static void follow_path(nes_choices *c, const double *h, double length)
{
    const size_t n = nes_choices_npath(c);
    double *s = path_of(c), *chance = chance_of(c), *caution = chance + 1, square = 0;
    const double b = fmin(1, 1 / (*caution * sqrt((double)n)));
    for (size_t i = 0; i < n; i++) {
        s[i] = (1 - b) * s[i] + sqrt(b * (2 - b)) * h[i] / length;
        square += s[i] * s[i];
    }
    *chance = (1 - b) * (1 - b) * *chance + b * (2 - b);
    *caution *= exp(b * (*chance - square / LENGTH));
}

static double find_direction(const nes_choices *c, size_t rows, const double *values,
                             const double *u, double *gradient, double *h)
{
    const double *q = c->state;
    double square = 0;
    for (size_t i = 0; i < c->n; i++) {
        const size_t k = nes_choices_values(c, i);
        find_gradient(c, i, rows, values, u, q, gradient);
        square += whiten(k, q, gradient, h);
        q += k;
        gradient += k;
        h += k - 1;
    }
    return sqrt(square);
}

bool nes_choices_step(nes_choices *c, size_t rows, const double *values, const double *u,
                      double rate, double *work)
{
    double *gradient = work, *h = work + c->total, *q = c->state;
    const double length = find_direction(c, rows, values, u, gradient, h);
    if (!(length > NOTHING && length < INFINITY)) return false;
    const double step = fmin(rate / chance_of(c)[1], LONGEST) / length;
    for (size_t v = 0; v < c->total; v++) q[v] += step * gradient[v];
    follow_path(c, h, length);
    for (size_t i = 0; i < c->n; i++) {
        const size_t k = nes_choices_values(c, i);
        keep_margin(q, k, nes_choices_least(c, i));
        q += k;
    }
    return true;
}

/* ---- looking -------------------------------------------------------------------------------- */

static const double *laws_from(const nes_choices *c, size_t i)
{
    const double *q = c->state;
    if (c->count == NULL) return q + 2 * i;
    for (size_t j = 0; j < i; j++) q += nes_choices_values(c, j);
    return q;
}

static size_t most_probable(const double *q, size_t k)
{
    size_t best = 0;
    for (size_t v = 1; v < k; v++)
        if (q[v] > q[best]) best = v;
    return best;
}

size_t nes_choices_mode(const nes_choices *c, size_t i, double *probability)
{
    const double *q = laws_from(c, i);
    const size_t best = most_probable(q, nes_choices_values(c, i));
    if (probability != NULL) *probability = q[best];
    return best;
}

bool nes_choices_settled(const nes_choices *c)
{
    const double *q = c->state;
    for (size_t i = 0; i < c->n; i++) {
        const size_t k = nes_choices_values(c, i);
        const double most = 1 - ((double)k - 1) * nes_choices_least(c, i);
        if (q[most_probable(q, k)] < most - 1e-9) return false;
        q += k;
    }
    return true;
}

bool nes_choices_sound(const nes_choices *c)
{
    const double *q = c->state, *chance = chance_of(c);
    for (size_t i = 0; i < c->n; i++) {
        const size_t k = nes_choices_values(c, i);
        const double least = nes_choices_least(c, i);
        double sum = 0;
        for (size_t v = 0; v < k; v++) {
            if (!(q[v] >= least * (1 - 1e-9))) return false;
            sum += q[v];
        }
        if (!(fabs(sum - 1) <= 1e-9)) return false;
        q += k;
    }
    for (const double *s = path_of(c); s < chance; s++)
        if (!isfinite(*s)) return false;
    return chance[0] >= 0 && chance[0] <= 1 + 1e-9 && chance[1] > 0 && isfinite(chance[1]);
}

void nes_choices_weights(size_t n, bool alone, double *u)
{
    const double top = log(((double)n + 1) / 2);
    double sum = 0, mean = 0;
    for (size_t i = 0; i < n; i++) {
        u[i] = top - log((double)i + 1);
        sum += fmax(u[i], 0);
        mean += u[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) u[i] = alone ? (u[i] - mean) / sum : fmax(u[i], 0) / sum;
}
