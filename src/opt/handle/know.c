/* SPDX-License-Identifier: MIT
 *
 * Results that are known from elsewhere: points of the caller's variables are checked, and become
 * points of the search. */
#include <math.h>

#include "opt/handle/opt.h"
#include "util/try.h"

/* Checks coordinate i of a known point, number k of them, against what points of the search can
 * be. */
static nes_status check_coordinate(nes_opt *o, size_t k, size_t i, double x)
{
    const nes_settings *s = &o->s;
    const nes_note note = nes_note_of(o);
    const size_t values = nes_choice_count(s, i);
    const double low = nes_lower_of(s, i), high = nes_upper_of(s, i);
    if (!(fabs(x) <= NES_HUGE))
        return nes_refuse(note, NES_ERR_VALUE,
                          "variable %zu of known point %zu is %g: leave out points with a "
                          "coordinate that is not finite",
                          i + 1, k + 1, x);
    if (values > 0 ? x < 0 || x >= (double)values : x < low || x > high)
        return nes_refuse(note, NES_ERR_BOUNDS,
                          "variable %zu of known point %zu is %g, outside its bounds [%g, %g]: "
                          "leave the point out, or give wider bounds",
                          i + 1, k + 1, x, values > 0 ? 0 : low,
                          values > 0 ? (double)values - 1 : high);
    if ((values > 0 || nes_is_integer(s, i)) && x != rint(x))
        return nes_refuse(note, NES_ERR_VALUE,
                          "variable %zu of known point %zu is %g, but it has whole numbers: round "
                          "it, or leave the point out",
                          i + 1, k + 1, x);
    if (nes_is_log(s, i) && !(x > 0))
        return nes_refuse(note, NES_ERR_BOUNDS,
                          "variable %zu of known point %zu is %g, but it is on a logarithmic "
                          "scale: leave out points that are not positive",
                          i + 1, k + 1, x);
    return NES_OK;
}

/* A point that has passed, as one of the search. */
static void take(nes_opt *o, const double *x, double f)
{
    nes_runs *r = &o->runs;
    double y[NES_MODELS_MOST];
    if (!r->plan.models) return;
    if (o->domain != NULL) nes_domain_narrow(o->domain, x, y);
    nes_runs_know(r, o->domain != NULL ? y : x, nes_signed(r->plan.s.maximize, f));
}

nes_status nes_know(nes_opt *o, size_t n, const double *x, const double *values)
{
    if (o == NULL || ((x == NULL || values == NULL) && n > 0)) return NES_ERR_ARGUMENT;
    const size_t dim = nes_handle_dim(o), width = 1 + (size_t)o->s.outputs;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < dim; i++) NES_TRY(check_coordinate(o, k, i, x[k * dim + i]));
    NES_TRY(nes_runs_know_room(&o->runs, n, nes_note_of(o)));
    for (size_t k = 0; k < n; k++) take(o, x + k * dim, values[k * width]);
    return NES_OK;
}
