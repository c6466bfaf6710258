/* SPDX-License-Identifier: MIT
 *
 * Objectives of recorded runs. */
#include "objective.h"

#include <math.h>
#include <string.h>

uint64_t digest(uint64_t before, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t h = before ^ 0xcbf29ce484222325u;
    for (; size >= 8; size -= 8, bytes += 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        h = (h ^ word) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    for (size_t i = 0; i < size; i++) h = (h ^ bytes[i]) * 0x100000001b3u;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

static double sphere(size_t dim, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += x[i] * x[i];
    return sum;
}

static double ellipsoid(size_t dim, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += (1 + 100.0 * (double)i / (double)dim) * x[i] * x[i];
    return sum;
}

static double rosenbrock(size_t dim, const double *x)
{
    double sum = dim == 1 ? (x[0] - 1) * (x[0] - 1) : 0;
    for (size_t i = 0; i + 1 < dim; i++) {
        const double valley = x[i + 1] - x[i] * x[i], way = 1 - x[i];
        sum += 100 * valley * valley + way * way;
    }
    return sum;
}

static double rastrigin(size_t dim, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += x[i] * x[i] + 10 * (1 - cos(6.283185307179586 * x[i]));
    return sum;
}

static double step(size_t dim, const double *x)
{
    return floor(4 * sphere(dim, x));
}

static double linear(size_t dim, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += x[i];
    return sum;
}

static double flat(size_t dim, const double *x)
{
    (void)dim, (void)x;
    return 1;
}

double objective_value(size_t dim, const double *x, void *user)
{
    static const struct {
        const char *name;
        double (*f)(size_t dim, const double *x);
    } table[] = {{"sphere", sphere}, {"ellipsoid", ellipsoid}, {"rosenbrock", rosenbrock},
                 {"step", step},     {"rastrigin", rastrigin}, {"linear", linear},
                 {"flat", flat}};
    const spec *p = user;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, p->f) == 0) return table[i].f(dim, x);
    return NAN;
}

static bool is_turn(unsigned every, uint64_t number)
{
    return every != 0 && number % every == 0;
}

/* A number of the point that does not depend on the last bits of its coordinates. */
static uint64_t number_of(size_t dim, const double *x)
{
    uint64_t h = 0;
    for (size_t i = 0; i < dim; i++) {
        const float rough = (float)x[i];
        h = digest(h, &rough, sizeof rough);
    }
    return h;
}

outcome evaluate(const spec *p, const double *x, uint64_t id, uint64_t number)
{
    const uint64_t place = number_of(p->dim, x);
    const uint64_t draw = digest(id, &number, sizeof number);
    if (is_turn(p->fail, draw) || is_turn(p->fail_x, place)) return (outcome){.failed = true};
    if (is_turn(p->nan, place >> 8)) return (outcome){.f = (double)NAN};
    if (is_turn(p->inf, place >> 16)) return (outcome){.f = (double)INFINITY};
    const double f = objective_value(p->dim, x, (void *)p);
    return (outcome){.f = f + p->noise * ldexp((double)(draw >> 11), -53)};
}
