/* SPDX-License-Identifier: MIT
 *
 * The standard multivariate Student density and its Fisher matrix in natural coordinates, which is
 * diagonal but for a 2 x 2 block of scale and tail. [math: A19, A20] */
#pragma once

#include "family/family.h"

typedef struct nes_student_fisher {
    double delta; /* for the mean */
    double shape; /* for the trace-free part of M */
    double scale; /* for the trace part of M, unit vector I/sqrt d */
    double cross; /* between the trace part and nu */
    double tail;  /* for nu */
} nes_student_fisher;

nes_student_fisher nes_student_fisher_of(size_t d, double nu);

double nes_student_log(size_t d, double nu, double r2); /* ln q(r2) */
void nes_student_logs(size_t d, double nu, double c, size_t n, const double *r2,
                      double *log);                            /* log_k += c ln q(r2_k) */
double nes_student_tail_score(size_t d, double nu, double r2); /* d ln q / d nu */

/* From the accumulated scores of M (its trace) and nu to the natural gradients: of the scale, such
 * that ln sigma += eta/2 scale, and of ln nu (0 unless adapted). */
typedef struct nes_student_pair {
    double scale, tail;
} nes_student_pair;

nes_student_pair nes_student_solve(const nes_student_fisher *f, size_t d, double nu, bool adapted,
                                   nes_student_pair scores);

/* Whether the degrees of freedom of a family that has some are possible. */
bool nes_student_sound(const nes_dist *p, nes_note note);
