/* SPDX-License-Identifier: MIT
 *
 * Runs for tests, through the public interface only: objectives, ask and tell in a loop, and the
 * saved state of a handle as the measure of equality: two runs are the same when they save the same
 * bytes. */
#ifndef NES_TEST_RUNS_H
#define NES_TEST_RUNS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nes/by_name.h"
#include "support/check.h"
#include "support/marked.h"

/* Objectives. user: where not null, the optimum, one number for all variables. */
double run_sphere(size_t dim, const double *x, void *user);
double run_ellipsoid(size_t dim, const double *x, void *user); /* condition 1e6 */
double run_downhill(size_t dim, const double *x, void *user);  /* linear: no optimum, no user */
double run_not_a_number(size_t dim, const double *x, void *user);

nes_settings run_settings(const char *method);       /* defaults, that method, and
                                                        eval_start "no" unless it is elitist */
const nes_method *run_find_method(const char *name); /* null: no such method */
bool run_method_is(const nes_method *m, const char *option, const char *word);
bool run_is_elitist(const nes_method *m);
bool run_is_binary(const nes_method *m); /* its variables are bits */

/* Methods of production. The others follow scores: they want large populations, and a step may
 * leave the set of valid distributions, which ends the run (opt/test_gradients.c). */
bool run_is_closed_form(const nes_method *m);
const struct nes_family *run_family_of(const nes_method *m);

/* Options that the method does not use, and that would therefore be refused, back to their
 * defaults: for tests with the same settings for several methods. */
void run_drop_unused(size_t dim, const double *x0, nes_settings *s);

/* A new handle; the test fails if there is none. */
nes_opt *run_start(size_t dim, const double *x0, const nes_settings *s);

void run_step(nes_opt *o, nes_objective f, void *user);            /* one ask, one tell */
void run_steps(nes_opt *o, size_t n, nes_objective f, void *user); /* at most n of them */
void run_to_end(nes_opt *o, nes_objective f, void *user);
nes_result run_result(nes_opt *o);
double run_condition(nes_opt *o); /* of the covariance */

/* A saved state; free data with free(). */
typedef struct run_saved {
    unsigned char *data;
    size_t size;
} run_saved;

run_saved run_save(const nes_opt *o);
nes_opt *run_load(run_saved saved);
nes_opt *run_copy(const nes_opt *o);                      /* by save and load */
void run_assert_same(const nes_opt *a, const nes_opt *b); /* to the last bit */

/* A deterministic sequence of numbers, for choices of the test itself. */
uint64_t run_random(uint64_t *state);
void run_shuffle(uint64_t *state, size_t n, size_t *order); /* a permutation of 0 .. n-1 */

/* Equal, infinities included. */
#define run_assert_real(a, b)                                                                      \
    do {                                                                                           \
        if (!((a) == (b))) fail_msg("%s = %.17g, not %.17g", #a, (double)(a), (double)(b));        \
    } while (0)
#define run_assert_has(text, part)                                                                 \
    do {                                                                                           \
        if (strstr((text), (part)) == NULL) fail_msg("'%s' is not in '%s'", (part), (text));       \
    } while (0)

/* Both nes_create and nes_settings_check refuse these settings, with that text in the message. */
void run_refuse(size_t dim, const nes_settings *s, const double *x0, nes_status want,
                const char *part);

#endif
