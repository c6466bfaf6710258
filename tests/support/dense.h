/* SPDX-License-Identifier: MIT
 *
 * Dense linear algebra the slow, plain way: the independent route that the factored formulas are
 * compared with. Matrices are row-major. Extended precision where a reference is made. */
#ifndef NES_TEST_DENSE_H
#define NES_TEST_DENSE_H

#include <stddef.h>
#include <stdint.h>

typedef long double wide;

void *dense_room(size_t n, size_t size); /* zeroed; never null; freed with free() */

/* c = a b, d x d; c is neither a nor b. */
void dense_multiply(size_t d, const wide *a, const wide *b, wide *c);

/* e = exp(a), by the series on a/2^s and s squarings. */
void dense_exponential(size_t d, const wide *a, wide *e);

/* g = c sum_k a_k z_k z_k^T - shift I, z: n rows of d. */
void dense_gram(size_t d, size_t n, wide c, const double *a, const double *z, wide shift, wide *g);

/* |got - want|_F / |want|_F over n numbers. */
double dense_error(size_t n, const double *got, const wide *want);

/* b (d x m) becomes a^-1 b, by elimination with row exchanges; returns ln |det a|. */
double dense_solve(size_t d, const double *a, size_t m, double *b);
double dense_log_det(size_t d, const double *a); /* ln |det a| */
void dense_inverse(size_t d, const double *a, double *inverse);
double dense_norm(size_t n, const double *a); /* Euclidean */

/* The singular values of a, the largest first, by rotations that make its rows orthogonal. */
void dense_singular_values(size_t d, const double *a, double *s);

/* n numbers from the standard normal distribution, another set for every seed. */
void dense_normals(uint64_t seed, size_t n, double *out);

/* A random orthogonal matrix. */
void dense_orthogonal(size_t d, uint64_t seed, double *q);

/* A random matrix of determinant 1 (in modulus) whose condition number is moderate. */
void dense_shape(size_t d, uint64_t seed, double *b);

#endif
