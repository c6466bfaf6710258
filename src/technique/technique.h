/* SPDX-License-Identifier: MIT
 *
 * A technique: what happens around the step of a generation. It is a word of one of a few options,
 * with hooks that are called at fixed places, each null where there is nothing to do. What it
 * remembers from one generation to the next is nstate doubles, which others carve, save, load and
 * start anew with the run. A new one is a file and a line in technique/techniques.h. */
#pragma once

#include "family/family.h"
#include "state/gen.h"

typedef struct nes_technique {
    const char *option; /* that it is a word of */
    const char *name;
    const char *doc;

    /* What it asks for; opt/settings/check.c refuses it where that is not to be had. */
    bool densities; /* change, relocate and ratio across the last step */
    bool stretches; /* stretch across the last step */
    bool weighs;    /* and longer, which needs a log-density */
    bool natural;   /* the step in natural coordinates */
    bool rescales;  /* it changes the scale after a step, unknown to the step's record */
    bool singly;    /* draws samples one at a time until enough are accepted: independent ones */
    bool carries;   /* rows in local coordinates that go along with a step */
    size_t extra;   /* rows that it adds to a step */

    void (*take)(double *own, const nes_settings *s); /* its options; null: it has none */
    size_t (*nstate)(const nes_dist *p);              /* null: 0 */
    size_t (*nscratch)(const nes_dist *p, size_t n);  /* null: 0 */
    void (*start)(nes_active *a); /* initialises the zeroed state; null: zeros suffice */
    /* Whether a state that was read is one: what steers more than the next step is in its range.
     * Null: there is nothing of that kind. */
    bool (*sound)(const nes_gen *g, const nes_active *a);

    /* A generation but the first is about to be drawn: samples of the last one may stay. Returns
     * how many do, in the first slots and valued; the others have new local samples. */
    size_t (*before_sample)(nes_gen *g, nes_active *a);
    /* All rows but those of the first generation are valued and weighed. Draws samples (local ones)
     * that are to be evaluated too, behind the trial->n that are there. */
    void (*plan)(nes_gen *g, nes_active *a, nes_batch *trial);
    /* The same, once those have values (null: there are none): sets the rates of g->eta. */
    void (*before_propose)(nes_gen *g, nes_active *a, const nes_batch *trial);
    /* A step is proposed and about to be applied with these rates, which may be changed. */
    void (*before_apply)(nes_gen *g, nes_active *a, nes_rates *eta);
    void (*after_apply)(nes_gen *g, nes_active *a);
    /* From the rates of g->eta to those that before_apply made of them last. */
    void (*in_force)(const nes_active *a, nes_rates *eta);
} nes_technique;

const char *nes_technique_option(size_t i); /* that has techniques; null past the end */

/* The words of an option, the first of which does nothing; null past the end. */
const nes_technique *nes_technique_at(const char *option, size_t i);
const nes_technique *nes_technique_find(const char *option, const char *name);

/* Gives the generation `count` chosen techniques, with arrays from the arena for a population of n;
 * starts them with their options. */
void nes_techniques_carve(nes_gen *g, nes_arena *arena, const nes_technique *const *chosen,
                          size_t count, size_t n);
void nes_techniques_start(nes_gen *g, const nes_settings *s);
