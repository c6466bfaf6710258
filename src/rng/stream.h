/* SPDX-License-Identifier: MIT
 *
 * Random numbers by address. Every number is a pure function of (seed, run, generation, row, lane,
 * coordinate): Philox4x32-10 keyed with the seed, counting the rest. Any number can be made again
 * alone, in any order, by any thread. [math: R1] */
#ifndef NES_RNG_STREAM_H
#define NES_RNG_STREAM_H

#include <stddef.h>
#include <stdint.h>

typedef struct nes_stream {
    uint64_t seed;
    uint64_t generation; /* below 2^40 */
    uint32_t run;        /* below 2^16 */
    uint32_t row;
    uint32_t lane; /* below 2^8: 0 for a sample, 1, 2, ... for its redraws, then other purposes */
} nes_stream;

/* Lanes above the redraws */
enum {
    NES_LANE_REDRAWS = 200,
    NES_LANE_PROBE = 201,
    NES_LANE_MIX = 202,
    NES_LANE_START = 203,
    NES_LANE_MAX = 255
};

/* Standard random numbers for the coordinates first .. first+n-1; nu: degrees of freedom where the
 * law has any. */
typedef void (*nes_variates)(const nes_stream *s, double nu, uint64_t first, size_t n, double *out);

/* Standard normal numbers for the coordinates first .. first+n-1. */
void nes_normals(const nes_stream *s, uint64_t first, size_t n, double *out);

/* The coordinates 0 .. d-1 of many streams that differ in row and lane only, for sample after
 * sample: those of rows[k], lanes[k] to out + k d. */
void nes_normal_rows(const nes_stream *s, size_t n, const uint64_t *rows,
                     const unsigned char *lanes, size_t d, double *out);

/* A number in (0, 1] for that coordinate; its logarithm for the coordinates first .. first+n-1. */
double nes_uniform(const nes_stream *s, uint64_t coordinate);
void nes_log_uniforms(const nes_stream *s, uint64_t first, size_t n, double *out);

/* The same as variates, and Student's t with nu degrees of freedom. */
void nes_normal_variates(const nes_stream *s, double nu, uint64_t first, size_t n, double *out);
void nes_student_variates(const nes_stream *s, double nu, uint64_t first, size_t n, double *out);

/* A chi-square number with nu degrees of freedom, from the coordinates first, first + 1, ... */
double nes_chi_square(const nes_stream *s, double nu, uint64_t first);

#endif
