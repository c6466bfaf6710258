/* SPDX-License-Identifier: MIT
 *
 * The geometry of gauss-lm. Its shape is D (a I + sum b_ij M_i M_j^T) with a lower triangle b, so
 * lengths follow from small matrices and the Gram matrix G of the directions:
 *
 *     |row r|^2 = a^2 + m_r^T (a b + a b^T + b G b^T) m_r,   m_r = (M_1r .. M_kr)
 *
 * Each transformation has the smallest axis 1 - c_i, so none of the product is shorter than a. The
 * longest is found by power iteration on coefficients of vectors in the span of the directions.
 * [math: B16] */
#include <math.h>
#include <string.h>

#include "family/gauss_lm.h"
#include "family/path_rates.h"
#include "linalg/vector.h"

enum { ITERATIONS = 50 }; /* the estimate is then good to a few per cent at worst */

size_t nes_lm_nwork_shape(size_t k)
{
    return 3 * k * k;
}

/* b, k x k: column j is what the transformations make of a vector whose products with the
 * directions are 0 but for number j, which is 1. Returns a. */
static double find_b(const nes_dist *p, double *b)
{
    const size_t k = nes_lm_directions(p->d), used = nes_lm_used(p);
    double a = 1, *column = b + k * k;
    memset(b, 0, k * k * sizeof *b);
    for (size_t j = 0; j < used; j++) {
        memset(column, 0, k * sizeof *column);
        column[j] = 1;
        a = nes_lm_transform(p, column);
        for (size_t i = 0; i < k; i++) b[i * k + j] = column[i];
    }
    return a;
}

/* a b + a b^T + b G b^T into form, from b in the work. Returns a. */
static double find_form(const nes_dist *p)
{
    const size_t k = nes_lm_directions(p->d);
    const double *gram = nes_lm_gram(p);
    double *b = p->work, *product = b + k * k, *form = product + k * k;
    const double a = find_b(p, b);
    nes_product(k, k, k, gram, b, product); /* b G, since G is symmetric */
    nes_product(k, k, k, b, product, form);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) form[i * k + j] += a * (b[i * k + j] + b[j * k + i]);
    return a;
}

/* |row r| from m = m_r; the form is that of k directions, of which the first are used. */
static double row_length(size_t k, size_t used, double a, const double *form, const double *m)
{
    double sum = a * a;
    for (size_t i = 0; i < used; i++) {
        double row = 0;
        for (size_t j = 0; j < used; j++) row += form[i * k + j] * m[j];
        sum += m[i] * row;
    }
    return sqrt(sum);
}

static void spread(const nes_dist *p, double *std)
{
    const size_t d = p->d, k = nes_lm_directions(d), used = nes_lm_used(p);
    const double a = find_form(p), *form = p->work + 2 * k * k;
    const double *factor = nes_lm_factors(p), *directions = nes_lm_direction(p, 0);
    double *m = p->work;
    for (size_t r = 0; r < d; r++) {
        for (size_t i = 0; i < used; i++) m[i] = directions[i * d + r];
        std[r] = p->theta[d] * factor[r] * row_length(k, used, a, form, m);
    }
}

/* No standard deviation is below this times its factor. */
static double shortest(const nes_dist *p)
{
    double a = 1, c = p->own[NES_PATH_ONE];
    for (size_t i = 0; i < nes_lm_used(p); i++, c *= NES_LM_NEXT) a *= 1 - c;
    return a;
}

static double width(const nes_dist *p)
{
    return p->theta[p->d] * nes_lm_factors(p)[0] * shortest(p);
}

/* A transformation multiplies volumes by (1 - c)^(d-1) (1 - c + c |M|^2). */
static double sigma(const nes_dist *p)
{
    const size_t k = nes_lm_directions(p->d);
    const double d = (double)p->d;
    double log_det = 0, c = p->own[NES_PATH_ONE];
    for (size_t i = 0; i < nes_lm_used(p); i++, c *= NES_LM_NEXT) {
        const double length2 = nes_lm_gram(p)[i * k + i];
        log_det += (d - 1) * log1p(-c) + log1p(c * (length2 - 1));
    }
    return p->theta[p->d] * nes_geometric_mean(p->d, nes_lm_factors(p)) * exp(log_det / d);
}

/* A vector in the span of the directions by its coefficients x, and the products G x. */
typedef struct spanned {
    const nes_dist *p;
    nes_lm_map map;
    double *products;
} spanned;

/* out = a x + b G x, or with b^T: coefficients of A x and A^T x. */
static void transform(const spanned *s, bool transposed, const double *x, double *out)
{
    const size_t k = nes_lm_directions(s->p->d);
    const double *b = s->map.b;
    nes_product(k, 1, k, nes_lm_gram(s->p), x, s->products);
    for (size_t i = 0; i < k; i++) {
        double sum = s->map.a * x[i];
        for (size_t j = 0; j < k; j++)
            sum += (transposed ? b[j * k + i] : b[i * k + j]) * s->products[j];
        out[i] = sum;
    }
}

/* Outside the span of the directions every axis is a; there is such an outside, or it is a bound.
 */
static double condition_of_shape(const nes_dist *p)
{
    const size_t k = nes_lm_directions(p->d);
    const double *gram = nes_lm_gram(p);
    double *b = p->work, *x = b + k * k, *y = x + k, *products = y + k, longest = 0;
    if (p->d == 1) return 1;
    const double a = find_b(p, b);
    const spanned s = {p, {a, b}, products};
    for (size_t i = 0; i < k; i++) x[i] = 1;
    for (int n = 0; n < ITERATIONS; n++) {
        nes_product(k, 1, k, gram, x, products);
        const double length2 = nes_dot(k, x, products);
        if (!(length2 > 0)) break; /* no direction yet */
        transform(&s, false, x, y);
        nes_product(k, 1, k, gram, y, products);
        longest = sqrt(nes_dot(k, y, products) / length2);
        transform(&s, true, y, x);
        nes_combine(k, 1 / sqrt(nes_dot(k, x, x)), x, 0, x, x);
    }
    return fmax(longest, a) / a;
}

static double condition(const nes_dist *p)
{
    return nes_largest_to_least(NULL, p->d, nes_lm_factors(p)) * condition_of_shape(p);
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    const size_t k = nes_lm_directions(p->d);
    const double *factor = nes_lm_factors(p);
    double *b = p->work;
    for (size_t j = 0; j < k; j++) b[j] = nes_lm_direction(p, j)[i];
    const nes_lm_map map = {nes_lm_transform(p, b), b};
    memset(a, 0, p->d * sizeof *a);
    a[i] = 1;
    for (size_t lo = 0; lo < p->d; lo += NES_BLOCK) {
        const size_t n = nes_block_at(lo, p->d);
        nes_lm_combine(p, lo, n, map, a + lo, a + lo);
    }
    for (size_t j = 0; j < p->d; j++) a[j] *= p->theta[p->d] * factor[j];
}

const nes_widths nes_lm_widths = {.sigma = sigma,
                                  .spread = spread,
                                  .condition = condition,
                                  .width = width,
                                  .axis = axis,
                                  .condition_of_shape = condition_of_shape};
