/* SPDX-License-Identifier: MIT
 *
 * Comparisons of real numbers for cmocka. */
#include "support/check.h"

#include <math.h>
#include <string.h>

void check_within(double got, double want, double tolerance, const char *what, const char *file,
                  int line)
{
    if (fabs(got - want) <= tolerance) return;
    print_error("%s is %.17g, not %.17g within %.3g\n", what, got, want, tolerance);
    _fail(file, line);
}

void check_relative(double got, double want, double tolerance, const char *what, const char *file,
                    int line)
{
    check_within(got, want, tolerance * fabs(want), what, file, line);
}

void check_all_relative(size_t n, const double *got, const double *want, double tolerance,
                        const char *what, const char *file, int line)
{
    for (size_t i = 0; i < n; i++) {
        if (fabs(got[i] - want[i]) <= tolerance * fabs(want[i])) continue;
        print_error("%s, entry %zu of %zu: ", what, i, n);
        check_relative(got[i], want[i], tolerance, what, file, line);
    }
}

void check_same(size_t n, const double *got, const double *want, const char *what, const char *file,
                int line)
{
    for (size_t i = 0; i < n; i++) {
        if (memcmp(got + i, want + i, sizeof *got) == 0) continue;
        print_error("%s, entry %zu of %zu: %a is not %a\n", what, i, n, got[i], want[i]);
        _fail(file, line);
    }
}
