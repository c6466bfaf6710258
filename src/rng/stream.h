/* SPDX-License-Identifier: MIT
 *
 * Random numbers by address. Every number is a pure function of (seed, run, generation, row, lane,
 * coordinate): the seed is the key of the generator Philox4x32-10, and the others are its counter.
 * So any number can be made again alone, in any order and by any thread. [math: R1] */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct nes_stream {
    uint64_t seed;
    uint64_t generation; /* below 2^40 */
    uint32_t run;        /* below 2^16 */
    uint32_t row;
    uint32_t lane; /* below 2^8: 0 for a sample, 1 .. 200 for its redraws, then other purposes */
} nes_stream;

enum {
    NES_LANE_REDRAWS = 200, /* the last redraw of a sample */
    NES_LANE_PROBE = 201,   /* vectors behind the estimate of the condition */
    NES_LANE_MIX = 202,     /* decisions of importance mixing */
    NES_LANE_START = 203,   /* start points of further runs */
    NES_LANE_AXIS = 204,    /* the axis of a distribution that begins with a random axis */
    NES_LANE_WAY = 205,     /* steps on the ways to a known point */
    NES_LANE_CHOICES = 206, /* values of choices, of all rows of a generation */
    NES_LANE_DESIGN = 207,  /* the order of points of a design; the variable is the row */
    NES_LANE_MAX = 255
};

/* A law of standard random numbers: writes the numbers of the coordinates first .. first+n-1. nu is
 * the degrees of freedom, for laws that have them. */
typedef void (*nes_variates)(const nes_stream *s, double nu, uint64_t first, size_t n, double *out);

/* Standard normal numbers for the coordinates first .. first+n-1. */
void nes_normals(const nes_stream *s, uint64_t first, size_t n, double *out);

/* Samples of a stream that differ in row and lane only: sample k has row[k] and lane[k]. */
typedef struct nes_samples {
    size_t n;
    const uint64_t *row;
    const unsigned char *lane;
} nes_samples;

/* Normal numbers for some samples: the coordinates 0 .. d-1 of sample k go to out + k d. Faster
 * than a call per sample when d is small. */
void nes_normal_rows(const nes_stream *s, nes_samples which, size_t d, double *out);

/* Uniform numbers in (0, 1]: for one coordinate; for the coordinates first .. first+n-1; and the
 * logarithms of the latter. */
double nes_uniform(const nes_stream *s, uint64_t coordinate);
void nes_uniforms(const nes_stream *s, uint64_t first, size_t n, double *out);
void nes_log_uniforms(const nes_stream *s, uint64_t first, size_t n, double *out);

/* The two nes_variates: standard normal, and Student's t with nu degrees of freedom. */
void nes_normal_variates(const nes_stream *s, double nu, uint64_t first, size_t n, double *out);
void nes_student_variates(const nes_stream *s, double nu, uint64_t first, size_t n, double *out);

/* A chi-square number with nu degrees of freedom, from the coordinates first, first + 1, ... */
double nes_chi_square(const nes_stream *s, double nu, uint64_t first);
