/* SPDX-License-Identifier: MIT
 *
 * Refusing settings that cannot be run, in the order in which opt/settings/resolve.c learns about
 * them. */
#ifndef NES_OPT_SETTINGS_CHECK_H
#define NES_OPT_SETTINGS_CHECK_H

#include "opt/settings/resolve.h"

/* Dimension, allocator, and every number and word by itself: before the method is known. */
nes_status nes_check_frame(const nes_plan *p, nes_note note);

/* Whether family, gradient and scheme fit one another, and the density the family. */
nes_status nes_check_parts(const nes_plan *p, nes_note note);

/* slice.c, for slices only: place and length fit the dimension; the method can be sliced. */
nes_status nes_check_place(const nes_slice *s, size_t dim, nes_note note);
nes_status nes_check_slice(const nes_plan *p, nes_note note);

/* Whether all slices together have every coordinate once; they meet to find out. */
nes_status nes_check_cover(const nes_space *space, nes_note note);

/* Whether the family has the kind of variables that is wanted, and bits neither bounds nor a start
 * of other numbers. */
nes_status nes_check_bits(const nes_plan *p, const double *x0, nes_note note);

/* Whether fixed, logarithmic and integer variables can be searched as the settings say; p is of the
 * caller's settings, in the caller's variables. */
nes_status nes_check_domain(const nes_plan *p, const double *x0, nes_note note);

/* The only number that the bounds leave to variable i of the caller's; NaN: there are more. */
double nes_only_value(const nes_settings *s, size_t i);

/* An array that was set by name has the length that it should have. */
struct nes_field;
nes_status nes_check_length(const struct nes_field *f, const nes_settings *s, size_t dim,
                            nes_note note);

/* What must hold once everything is resolved. */
nes_status nes_check_plan(const nes_plan *p, const double *x0, nes_note note);

/* Refuses options of the caller that would have no effect: of settings that become a new handle,
 * once they are resolved. Saved settings are not asked, for they name every option. */
nes_status nes_check_uses(const nes_plan *p, const nes_settings *user, const double *x0,
                          nes_note note);

/* Of it, in a file of its own: where and how runs start again, and what challenges them. */
nes_status nes_check_restarts(const nes_plan *p, const double *x0, nes_note note);

/* The plan of the challenger of p, which must be a run like any other. */
nes_status nes_plan_challenger(const nes_plan *p, const double *x0, nes_plan *plan, nes_note note);

#endif
