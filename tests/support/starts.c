/* SPDX-License-Identifier: MIT
 *
 * Many starts of one handle. */
#include "support/starts.h"

#include "support/runs.h"

void starts_collect(nes_settings *s, size_t dim, const double *x0, double *x)
{
    s->method = "1+1-nes"; /* begins with the start point itself */
    s->restarts = "ipop";
    s->restart_factor = 1;
    s->popsize = 2;
    s->tolfun = 1e300; /* a run ends soon, since its values hardly differ */
    nes_opt *o = run_start(dim, x0, s);
    double f = 0;
    for (size_t n = 0; n < STARTS;) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_int_equal(p.n, 1);
        if (p.id[0] >> 48 == n) memcpy(x + n++ * dim, p.x, dim * sizeof *x);
        p.f[0] = f += 1;
        assert_int_equal(marked_tell(o, 1, p.f), NES_OK);
    }
    nes_destroy(o);
}

void starts_assert_column(const double *x, size_t dim, size_t column, double shift, double scale,
                          stats_cdf cdf)
{
    static double y[STARTS];
    for (size_t n = 1; n < STARTS; n++) y[n - 1] = (x[n * dim + column] - shift) / scale;
    assert_true(stats_ks(STARTS - 1, y, cdf) < KS_BOUND);
}
