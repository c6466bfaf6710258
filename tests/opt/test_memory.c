/* SPDX-License-Identifier: MIT
 *
 * Peak memory, measured in a process of its own: a full matrix takes little more than the matrix, a
 * million variables little more than their points, and five numbers each where points are handed
 * out one at a time. */
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/runs.h"
#include "support/sanitizer.h"

typedef struct peak {
    double before, after; /* MB */
} peak;

static double peak_now(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)u.ru_maxrss * 1024 / 1e6;
}

static peak run_apart(const char *method, size_t dim, uint64_t window, size_t asks)
{
    int ends[2];
    peak p = {0, 0};
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        nes_settings s = run_settings(method);
        s.window = window;
        nes_opt *o = NULL;
        p.before = peak_now();
        if (nes_create(&o, dim, NULL, &s) != NES_OK) _exit(1);
        run_steps(o, asks, run_sphere, NULL);
        p.after = peak_now();
        _exit(write(ends[1], &p, sizeof p) != (ssize_t)sizeof p);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &p, sizeof p), sizeof p);
    close(ends[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    return p;
}

static void full_matrix(void **state)
{
    (void)state;
    if (UNDER_SANITIZER) skip();
    const peak p = run_apart("xnes", 1000, 0, 5);
    print_message("xnes, d = 1000: %.1f MB above %.1f\n", p.after - p.before, p.before);
    assert_true(p.after - p.before > 8);
    assert_true(p.after - p.before <= 12);
}

static void million_variables(void **state)
{
    (void)state;
    if (UNDER_SANITIZER) skip();
    const peak p = run_apart("snes", 1000000, 0, 2);
    print_message("snes, d = 10^6: %.1f MB\n", p.after);
    assert_true(p.after > 100);
    assert_true(p.after <= 450);
}

static void one_at_a_time(void **state)
{
    (void)state;
    if (UNDER_SANITIZER) skip();
    const double d = 1e6;
    const peak p = run_apart("snes", (size_t)d, 1, 100); /* two generations of 45 */
    const double numbers = (p.after - p.before) * 1e6 / 8 / d;
    print_message("snes, d = 10^6, window 1: %.2f numbers a coordinate\n", numbers);
    assert_true(numbers <= 5);
}

/* Not more than the points and ten numbers a coordinate, the samples of a generation included. */
static void linear_with_paths(void **state)
{
    (void)state;
    if (UNDER_SANITIZER) skip();
    const double d = 1e6, popsize = 46;
    const peak p = run_apart("cr-fm-nes", (size_t)d, 0, 2);
    const double numbers = (p.after - p.before) * 1e6 / 8 / d;
    print_message("cr-fm-nes, d = 10^6: popsize + %.2f numbers a coordinate\n", numbers - popsize);
    assert_true(numbers > popsize && numbers <= popsize + 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_matrix),
        cmocka_unit_test(million_variables),
        cmocka_unit_test(one_at_a_time),
        cmocka_unit_test(linear_with_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
