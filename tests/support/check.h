/* SPDX-License-Identifier: MIT
 *
 * cmocka with the headers it wants, and comparisons of real numbers that show both sides. */
#ifndef NES_TEST_CHECK_H
#define NES_TEST_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* |got - want| <= tolerance |want|. */
#define assert_relative(got, want, tolerance)                                                      \
    check_relative((got), (want), (tolerance), #got, __FILE__, __LINE__)

/* |got - want| <= tolerance. */
#define assert_within(got, want, tolerance)                                                        \
    check_within((got), (want), (tolerance), #got, __FILE__, __LINE__)

/* n numbers, each relative to its own size. */
#define assert_all_relative(n, got, want, tolerance)                                               \
    check_all_relative((n), (got), (want), (tolerance), #got, __FILE__, __LINE__)

/* n numbers, the same to the last bit. */
#define assert_same_reals(n, got, want) check_same((n), (got), (want), #got, __FILE__, __LINE__)

void check_relative(double got, double want, double tolerance, const char *what, const char *file,
                    int line);
void check_within(double got, double want, double tolerance, const char *what, const char *file,
                  int line);
void check_all_relative(size_t n, const double *got, const double *want, double tolerance,
                        const char *what, const char *file, int line);
void check_same(size_t n, const double *got, const double *want, const char *what, const char *file,
                int line);

#endif
