/* SPDX-License-Identifier: MIT
 *
 * The low-rank exponential for every dimension from 1 to 200, with fewer, as many and more samples
 * than dimensions, against V diag(e^w) V^T from the eigenvalues of the dense matrix by
 * linalg/eigen.h: relative error in the Frobenius norm at most 1e-13. [math: A24] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/family.h"
#include "linalg/invert.h"
#include "linalg/lowrank.h"
#include "linalg/multiply.h"
#include "linalg/vector.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"
#include "technique/shaping.h"

enum { LARGEST = 200, PADDED = 200, MOST = LARGEST + 20 };

typedef struct room {
    double z[MOST * LARGEST], rows[MOST * LARGEST], u[MOST];
    double g[LARGEST * LARGEST], small[LARGEST * PADDED], gram[LARGEST * LARGEST];
    double plus[LARGEST * PADDED], minus[LARGEST * PADDED];
    double got[LARGEST * LARGEST], want[LARGEST * LARGEST];
    double w[LARGEST];
    double scratch[8 * LARGEST * PADDED];
} room;

/* want = exp(c G), by eigenvalues. */
static void by_spectrum(room *r, size_t d, double c)
{
    assert_int_equal(nes_decompose(d, r->g, r->want, r->w, r->scratch, nes_cpu_best()), 0);
    double *v = r->got; /* columns are eigenvectors scaled by e^(c w/2) */
    for (size_t i = 0; i < d; i++)
        for (size_t l = 0; l < d; l++) v[i * d + l] = r->want[l * d + i] * exp(0.5 * c * r->w[l]);
    nes_product(d, d, d, v, v, r->want);
}

/* out += a^T b : n rows of a and b */
static void add_outer(size_t n, size_t m, size_t d, const double *a, const double *b, double *out)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < d; j++) out[i * d + j] += a[k * m + i] * b[k * d + j];
}

/* got = I + Z^T M Z, or I + M. */
static void by_rank(room *r, size_t d, size_t n, double c)
{
    const size_t k = n < d ? n : d, width = nes_padded(k);
    const double *small = n < d ? r->gram : r->g;
    nes_lowrank e = {.k = k, .width = width, .c = c, .limit = 10, .level = nes_cpu_best()};
    if (n < d) nes_product(n, n, d, r->z, r->z, r->gram);
    for (size_t i = 0; i < k; i++) memcpy(r->small + i * width, small + i * k, k * sizeof *small);
    e.weights = r->u;
    e.gram = r->small;
    if (n >= d) e.dense = r->small;
    e.plus = r->plus;
    e.minus = r->minus;
    e.scratch = r->scratch;
    assert_int_equal(nes_lowrank_expm1(&e), 0);
    for (size_t i = 0; i < k; i++)
        memmove(r->plus + i * k, r->plus + i * width, k * sizeof *r->plus);
    memset(r->got, 0, d * d * sizeof *r->got);
    if (n < d) {
        memset(r->rows, 0, n * d * sizeof *r->rows);
        add_outer(n, n, d, r->plus, r->z, r->rows);
        add_outer(n, d, d, r->rows, r->z, r->got);
    } else {
        memcpy(r->got, r->plus, d * d * sizeof *r->got);
    }
    for (size_t i = 0; i < d; i++) r->got[i * d + i] += 1;
}

static void check(room *r, size_t d, size_t n, double c, double *worst)
{
    dense_normals(1000 * d + n, n * d, r->z);
    nes_shaping_find("paper")->fill(2, n, r->u, r->u);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < d; i++) r->rows[k * d + i] = r->u[k] * r->z[k * d + i];
    memset(r->g, 0, d * d * sizeof *r->g);
    add_outer(n, d, d, r->rows, r->z, r->g);
    by_spectrum(r, d, c);
    by_rank(r, d, n, c);
    double error = 0;
    for (size_t i = 0; i < d * d; i++) error += pow(r->got[i] - r->want[i], 2);
    error = sqrt(error) / dense_norm(d * d, r->want);
    if (error > *worst) *worst = error;
    if (!(error <= 1e-13)) fail_msg("d = %zu, n = %zu, c = %g: error %.2g", d, n, c, error);
}

static void test_every_dimension(void **state)
{
    (void)state;
    room *r = dense_room(1, sizeof *r);
    double worst = 0;
    for (size_t d = 1; d <= LARGEST; d++) {
        const size_t below = d > 2 ? 4 + (size_t)floor(3 * log((double)d)) : 2;
        const size_t sizes[] = {below < d ? below : 2, (d + 3) / 2 + 1, d > 1 ? d : 2, d + 7};
        for (size_t i = 0; i < 4; i++) {
            check(r, d, sizes[i], 0.5 * rig_rate(nes_rate_full, d), &worst);
            check(r, d, sizes[i], 10.0 / (double)(d + 20), &worst); /* exponents up to about 4 */
        }
    }
    print_message("largest relative error %.2g\n", worst);
    free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_dimension)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
