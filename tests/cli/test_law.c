/* SPDX-License-Identifier: MIT
 *
 * A search distribution of the user's own, compiled by the program: the same search as with the
 * same struct in C. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "error_rig.h"
#include "law/law.h"
#include "nes/by_name.h"

#include "../../examples/density.c" /* the struct in C */

#define EXAMPLE NES_TEST_DATA "/../../examples/density.c"

enum { DIM = 3 };

/* Some generations; the digest of the state. theta: gets the parameters. */
static uint64_t search(const nes_settings *s, double *theta, size_t n)
{
    nes_opt *o;
    nes_points p;
    assert_int_equal(nes_create(&o, DIM, NULL, s), NES_OK);
    for (int g = 0; g < 20; g++) {
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++) p.f[k] = fabs(p.x[k * DIM]) + fabs(p.x[k * DIM + 2] - 1);
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    }
    assert_int_equal(nes_get_array(o, "theta", n, theta), NES_OK);
    const uint64_t digest = nes_fingerprint(o);
    nes_destroy(o);
    return digest;
}

static void test_same_search(void **state)
{
    (void)state;
    law l = {.handle = NULL};
    double loaded[2 * DIM + 2], native[2 * DIM + 2];
    nes_settings s;
    nes_settings_default(&s);
    s.mixing = "importance"; /* logpdf is called, too */
    const char *message = error_begin();
    if (law_open(&l, &(law_options){.density = EXAMPLE}, NULL, DIM, &s) != 0)
        fail_msg("%s", message);
    assert_string_equal(s.family, "user");
    assert_true(s.density == &l.density_calls);
    assert_string_equal(l.file, EXAMPLE);
    const uint64_t digest = search(&s, loaded, sizeof loaded / sizeof *loaded);
    s.density = density(DIM);
    assert_true(search(&s, native, sizeof native / sizeof *native) == digest);
    assert_memory_equal(loaded, native, sizeof loaded);
    law_close(&l);
    law_close(&l); /* twice is fine */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
