/* SPDX-License-Identifier: MIT
 *
 * The user's law of distances: what the rest must know of it, and the Fisher matrix of the family
 * that it makes, in natural coordinates. [math: A17, A19] */
#pragma once

#include "nes/density.h"
#include "nes/settings.h"
#include "state/dist.h"
#include "util/sentence.h"

size_t nes_law_ntau(const void *law);   /* law: a nes_radial, or null */
size_t nes_law_ntheta(const void *law); /* doubles of theta: tau, then the Fisher matrix */
size_t nes_law_nwork(const void *law);  /* doubles of scratch */

/* The Fisher matrix: of the mean, of the trace-free part of M, and the block of its trace part
 * (unit vector I/sqrt d) and tau, 1 + ntau rows. */
enum { NES_LAW_MEAN, NES_LAW_SHAPE, NES_LAW_BLOCK };

/* What is wrong with a law. */
typedef enum nes_law_flaw {
    NES_LAW_SOUND,
    NES_LAW_UNDEFINED, /* a function is not a number somewhere */
    NES_LAW_DIVERGES,  /* integrals do not converge */
    NES_LAW_SLOPE,     /* slope is not the derivative of logq */
    NES_LAW_SCORE      /* score is not that of a density for all tau */
} nes_law_flaw;

typedef struct nes_law_report {
    nes_law_flaw flaw;
    double found; /* the squared distance, or the mean that is wrong */
    size_t which; /* number of the score that is wrong */
} nes_law_report;

/* Fills the Fisher matrix at tau. work: nes_law_nwork doubles. */
nes_law_report nes_law_fisher(const nes_radial *law, const double *tau, size_t dim, double *fisher,
                              double *work);

/* Refuses a law without the functions and numbers every run needs; then one that is no law at tau0.
 * work: nes_law_nwork + nes_law_ntheta doubles. */
nes_status nes_law_check(const nes_settings *s, nes_note note);
nes_status nes_law_try(const nes_radial *law, size_t dim, uint64_t seed, double *work,
                       nes_note note);
