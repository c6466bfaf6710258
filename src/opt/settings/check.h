/* SPDX-License-Identifier: MIT
 *
 * Functions that refuse settings that cannot be run, in the order in which opt/settings/resolve.c
 * calls them. */
#pragma once

#include "opt/settings/resolve.h"

/* Checks that numbers of values are such; and that the caller's arrays say nothing else of choices.
 */
nes_status nes_check_choices(const nes_settings *s, size_t dim, nes_note note);
nes_status nes_check_counts(const nes_settings *s, size_t dim, nes_note note);

/* Checks dimension, allocator, and every number and word by itself, before the method is known. */
nes_status nes_check_frame(const nes_plan *p, nes_note note);

/* Checks that family, gradient and scheme fit one another, and the density the family. */
nes_status nes_check_parts(const nes_plan *p, nes_note note);

/* In slice.c, for slices only: a slice has a place and a length that fit the dimension; the method
 * can be sliced. */
nes_status nes_check_place(const nes_slice *s, size_t dim, nes_note note);
nes_status nes_check_slice(const nes_plan *p, nes_note note);

/* Checks that all slices together have every coordinate once. The slices meet in this call. */
nes_status nes_check_cover(const nes_space *space, nes_note note);

/* Checks that the family has the kind of variables that the caller wants, and that bits have
 * neither bounds nor a start of other numbers than 0 and 1. */
nes_status nes_check_bits(const nes_plan *p, const double *x0, nes_note note);

/* Checks that fixed, logarithmic and integer variables can be searched as the settings say. p is
 * the plan of the caller's settings, in the caller's variables. */
nes_status nes_check_domain(const nes_plan *p, const double *x0, nes_note note);

/* Whether all variables are choices or fixed, and some are choices. */
bool nes_has_choices_alone(const nes_settings *s, size_t dim);

/* The only number that the bounds leave to the caller's variable i; NaN: they leave several. */
double nes_only_value(const nes_settings *s, size_t i);

/* Checks that an array that was set by name has the length that it should have. */
struct nes_field;
nes_status nes_check_length(const struct nes_field *f, const nes_settings *s, size_t dim,
                            nes_note note);

/* Checks what can be known only once everything is resolved. */
nes_status nes_check_plan(const nes_plan *p, const double *x0, nes_note note);

/* Refuses options of the caller that would have no effect. It is called for settings that become a
 * new handle, but not for saved ones, which name every option. */
nes_status nes_check_uses(const nes_plan *p, const nes_settings *user, const double *x0,
                          nes_note note);

/* A part of nes_check_plan: where and how runs start again, and what challenges them. */
nes_status nes_check_restarts(const nes_plan *p, const double *x0, nes_note note);

/* Refuses what cannot be searched without generations. */
nes_status nes_check_asynchronous(const nes_plan *p, nes_note note);

/* Another part: what constraints are, and which parts they can be
 * used with. */
nes_status nes_check_constraints(const nes_plan *p, nes_note note);

/* Turns the caller's settings into those of the challenger alone. Options that say how a method
 * samples, moves and learns are meant for the first method: the challenger has its own. It starts
 * without a factor, and nothing restarts it. */
void nes_challenger_settings(nes_settings *s);

/* The sampling of a challenger with these settings. */
const struct nes_sampling *nes_challenger_sampling(const nes_settings *s);

/* Makes the plan of the challenger of p. The challenger must be a run like any other. */
nes_status nes_plan_challenger(const nes_plan *p, const double *x0, nes_plan *plan, nes_note note);
