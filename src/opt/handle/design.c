/* SPDX-License-Identifier: MIT
 *
 * A design: points that fill a box evenly. [math: R2]
 *
 * A Latin hypercube: each variable takes the middles of n equal parts of its range, each once, in
 * an order of its own. Of such orders one is sought in which points are far from each other: two
 * points exchange their places in a variable when that makes the sum of 1/D^4 over all pairs
 * smaller, D the squared distance in parts. Numbers of parts are whole, so that the bits of the
 * criterion, and the points, are the same everywhere. */
#include <math.h>
#include <stdint.h>

#include "nes/nes.h"
#include "opt/settings/options.h"
#include "rng/stream.h"
#include "util/arena.h"
#include "util/sentence.h"
#include "util/try.h"

static const double WORK = 4e7; /* most differences of places that are looked at */
static const double TRIES = 50; /* most exchanges that are tried, for each number of a point */

typedef struct hypercube {
    size_t n, d;
    double *place;     /* n rows of d numbers of parts, from 0 */
    nes_stream random; /* of the orders; then of the exchanges */
} hypercube;

/* A whole number below n. */
static size_t below(nes_stream *s, uint64_t at, size_t n)
{
    const size_t k = (size_t)(nes_uniform(s, at) * (double)n);
    return k < n ? k : n - 1;
}

static void shuffle(hypercube *h, size_t j)
{
    h->random.row = (uint32_t)j;
    for (size_t i = 0; i < h->n; i++) h->place[i * h->d + j] = (double)i;
    for (size_t i = h->n; i > 1; i--) {
        const size_t k = below(&h->random, i, i);
        const double last = h->place[(i - 1) * h->d + j];
        h->place[(i - 1) * h->d + j] = h->place[k * h->d + j];
        h->place[k * h->d + j] = last;
    }
}

static double nearness(const hypercube *h, size_t a, size_t b)
{
    double d2 = 0;
    for (size_t j = 0; j < h->d; j++) {
        const double by = h->place[a * h->d + j] - h->place[b * h->d + j];
        d2 += by * by;
    }
    return 1 / (d2 * d2 * d2 * d2);
}

/* The part of the sum that an exchange of a and b changes. */
static double nearness_of(const hypercube *h, size_t a, size_t b)
{
    double sum = 0;
    for (size_t i = 0; i < h->n; i++)
        if (i != a && i != b) sum += nearness(h, a, i) + nearness(h, b, i);
    return sum;
}

static void exchange(hypercube *h, size_t a, size_t b, size_t j)
{
    const double place = h->place[a * h->d + j];
    h->place[a * h->d + j] = h->place[b * h->d + j];
    h->place[b * h->d + j] = place;
}

static void spread(hypercube *h)
{
    const double numbers = (double)h->n * (double)h->d;
    const double tries = fmin(TRIES * numbers, WORK / (4 * numbers));
    h->random.row = (uint32_t)h->d;
    for (uint64_t t = 0; h->d > 1 && h->n > 2 && (double)t < tries; t++) {
        const size_t a = below(&h->random, 3 * t, h->n), b = below(&h->random, 3 * t + 1, h->n),
                     j = below(&h->random, 3 * t + 2, h->d);
        if (a == b) continue;
        const double before = nearness_of(h, a, b);
        exchange(h, a, b, j);
        if (!(nearness_of(h, a, b) < before)) exchange(h, a, b, j);
    }
}

/* ---- from the unit cube to the caller's variables ------------------------------------------- */

static bool is_one(const double *array, size_t i)
{
    return array != NULL && array[i] != 0;
}

/* One of k values, each of the same share. */
static double one_of(double k, double u)
{
    return fmin(floor(u * k), k - 1);
}

static double number_at(const nes_settings *s, size_t i, double u)
{
    if (s->bits) return one_of(2, u);
    if (is_one(s->choices, i)) return one_of(s->choices[i], u);
    const double low = s->lower[i], high = s->upper[i];
    const bool whole = is_one(s->integer, i);
    if (low == high) return low;
    double x = low + u * (high - low);
    if (is_one(s->log, i))
        x = exp(log(low) + u * (log(high) - log(low)));
    else if (whole)
        return ceil(low) + one_of(floor(high) - ceil(low) + 1, u);
    if (whole) x = rint(x);
    return fmin(fmax(x, whole ? ceil(low) : low), whole ? floor(high) : high);
}

static nes_status check_box(const nes_settings *s, size_t dim, nes_note note)
{
    for (size_t i = 0; i < dim && !s->bits; i++) {
        if (is_one(s->choices, i)) continue;
        const double low = s->lower != NULL ? s->lower[i] : -INFINITY,
                     high = s->upper != NULL ? s->upper[i] : INFINITY;
        if (!isfinite(low) || !isfinite(high) || !isfinite(high - low))
            return nes_refuse(note, NES_ERR_VALUE,
                              "a design fills the box between the bounds, and variable %zu has no "
                              "finite %s bound: give it one, or leave the design out",
                              i + 1, isfinite(low) && !isfinite(high) ? "upper" : "lower");
        if (!(low <= high) || (is_one(s->log, i) && !(low > 0)))
            return nes_refuse(note, NES_ERR_VALUE,
                              "a design needs bounds with something between them, and those of "
                              "variable %zu are %g and %g",
                              i + 1, low, high);
    }
    return NES_OK;
}

static nes_status make(const nes_settings *s, size_t dim, size_t n, double *x, nes_note note)
{
    if (n == 0 || dim == 0 || n > UINT32_MAX / dim)
        return nes_refuse(note, NES_ERR_COUNT,
                          "a design has at least 1 point of 1 variable, and at most 4294967295 "
                          "numbers");
    NES_TRY(check_box(s, dim, note));
    hypercube h = {.n = n, .d = dim, .place = x};
    h.random = (nes_stream){.seed = s->seed, .run = (uint32_t)s->run, .lane = NES_LANE_DESIGN};
    for (size_t j = 0; j < dim; j++) shuffle(&h, j);
    spread(&h);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < dim; j++)
            x[i * dim + j] = number_at(s, j, (x[i * dim + j] + 0.5) / (double)n);
    return NES_OK;
}

nes_status nes_design(const nes_settings *s, size_t dim, size_t n, double *x, char *message,
                      size_t size)
{
    if (message != NULL && size > 0) message[0] = '\0';
    if (s == NULL || x == NULL) return NES_ERR_ARGUMENT;
    return make(s, dim, n, x, (nes_note){message, size});
}
