/* SPDX-License-Identifier: MIT
 *
 * Random numbers by address: the generator against its published known answers, the addressing
 * against a separate computation, and the numbers against their distributions.
 * [math: R1] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <Random123/philox.h>

#include "rng/normal.h"
#include "rng/stream.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/stats.h"

enum { MANY = 200000 };

/* Random123's kat_vectors, philox4x32 with 10 rounds: zero, all ones, digits of pi. */
static void test_known_answers(void **state)
{
    (void)state;
    const uint32_t cases[][10] = {
        {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
        {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
        {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09,
         0x94fdcceb, 0x5001e420, 0x24126ea1}};
    for (size_t i = 0; i < 3; i++) {
        const uint32_t *c = cases[i];
        const philox4x32_ctr_t counter = {{c[0], c[1], c[2], c[3]}};
        const philox4x32_key_t key = {{c[4], c[5]}};
        const philox4x32_ctr_t r = philox4x32_R(10, counter, key);
        assert_memory_equal(r.v, c + 6, 16);
    }
}

/* The two uniforms of a block, from the words of the known answers. */
static void check_block(const nes_stream *s, uint64_t coordinate, uint32_t a, uint32_t b,
                        uint32_t c, uint32_t e)
{
    const double u = (ldexp(a, -32) + ldexp(b >> 11, -53)) + 0x1p-54;
    const double v = (ldexp(c, -32) + ldexp(e >> 11, -53)) + 0x1p-54;
    double z[2];
    assert_within(nes_uniform(s, coordinate), u, 0);
    assert_within(nes_uniform(s, coordinate + 1), v, 0);
    nes_normals(s, coordinate, 2, z);
    const long double radius = sqrtl(-2 * logl(u)), angle = 2 * acosl(-1) * (long double)v;
    assert_within(z[0], (double)(radius * cosl(angle)), 1e-14);
    assert_within(z[1], (double)(radius * sinl(angle)), 1e-14);
}

/* counter = (block, row, generation, high byte of generation | run | lane), key = seed: the
 * addresses whose counters are the known answers. */
static void test_addresses(void **state)
{
    (void)state;
    const nes_stream zero = {.seed = 0};
    check_block(&zero, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
    const nes_stream ones = {
        .seed = ~UINT64_C(0), .generation = 0xffffffffffu, .run = 0xffff, .row = ~0u, .lane = 0xff};
    check_block(&ones, 2 * UINT64_C(0xffffffff), 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
    const nes_stream pi = {.seed = UINT64_C(0x299f31d0a4093822),
                           .generation = 0x0313198a2eu,
                           .run = 0x7073,
                           .row = 0x85a308d3,
                           .lane = 0x44};
    check_block(&pi, 2 * UINT64_C(0x243f6a88), 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1);
}

static void test_any_part_is_the_whole(void **state)
{
    (void)state;
    const nes_stream s = {.seed = 5, .generation = 3, .run = 2, .row = 1};
    double whole[40], logarithm[40], part[8];
    nes_normals(&s, 0, 40, whole);
    nes_log_uniforms(&s, 0, 40, logarithm);
    for (size_t i = 0; i < 40; i++) assert_relative(logarithm[i], log(nes_uniform(&s, i)), 4e-16);
    for (uint64_t first = 0; first < 33; first++)
        for (size_t n = 0; n <= 7; n++) {
            for (size_t i = 0; i < 8; i++) part[i] = 17;
            nes_normals(&s, first, n, part);
            assert_same_reals(n, part, whole + first);
            nes_log_uniforms(&s, first, n, part);
            assert_same_reals(n, part, logarithm + first);
            for (size_t i = n; i < 8; i++) assert_true(part[i] == 17);
        }
}

/* Many rows at once are the rows one by one, for odd and even lengths and more than one queue. */
static void test_rows(void **state)
{
    (void)state;
    enum { ROWS = 7 };
    const uint64_t rows[ROWS] = {3, 0, 70000, 5, 5, 1, ~UINT64_C(0) >> 32};
    const unsigned char lanes[ROWS] = {0, 0, 1, 2, 3, 200, 0};
    const size_t lengths[] = {1, 2, 3, 10, 37, 128, 301};
    nes_stream s = {.seed = 5, .generation = UINT64_C(0x123456789a), .run = 2};
    double got[ROWS * 301 + 1], want[301];
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (size_t n = 0; n <= ROWS; n++) {
            const size_t d = lengths[i];
            got[n * d] = 17;
            nes_normal_rows(&s, (nes_samples){n, rows, lanes}, d, got);
            assert_true(got[n * d] == 17);
            for (size_t k = 0; k < n; k++) {
                s.row = (uint32_t)rows[k];
                s.lane = lanes[k];
                nes_normals(&s, 0, d, want);
                assert_same_reals(d, got + k * d, want);
            }
        }
}

/* The same bits at every level of instructions; and right to the last digits. */
static void test_levels(void **state)
{
    (void)state;
    nes_normal_blocks in = {.key = {1, 2}};
    double want[2 * NES_NORMAL_BLOCKS], got[2 * NES_NORMAL_BLOCKS];
    for (uint32_t t = 0; t < 500; t++) {
        in.generation = t;
        for (uint32_t i = 0; i < NES_NORMAL_BLOCKS; i++) in.index[i] = i * 7919u;
        for (int level = NES_CPU_AVX2; level <= (int)nes_cpu_best(); level++) {
            nes_normal_codes[NES_CPU_BASELINE]->logarithms(NES_NORMAL_BLOCKS, &in, want);
            nes_normal_codes[level]->logarithms(NES_NORMAL_BLOCKS, &in, got);
            assert_same_reals(2 * NES_NORMAL_BLOCKS, got, want);
        }
        nes_normal_codes[NES_CPU_BASELINE]->normals(NES_NORMAL_BLOCKS, &in, want);
        for (int level = NES_CPU_AVX2; level <= (int)nes_cpu_best(); level++) {
            nes_normal_codes[level]->normals(NES_NORMAL_BLOCKS, &in, got);
            assert_same_reals(2 * NES_NORMAL_BLOCKS, got, want);
        }
        for (uint32_t i = 0; i < NES_NORMAL_BLOCKS; i++) {
            const nes_stream s = {.seed = UINT64_C(1) | UINT64_C(2) << 32, .generation = t};
            const uint64_t first = UINT64_C(2) * in.index[i];
            const long double u = nes_uniform(&s, first), v = nes_uniform(&s, first + 1);
            const long double radius = sqrtl(-2 * logl(u)), angle = 2 * acosl(-1) * v;
            assert_within(want[2 * i], (double)(radius * cosl(angle)), 4e-16 * (double)radius);
            assert_within(want[2 * i + 1], (double)(radius * sinl(angle)), 4e-16 * (double)radius);
        }
    }
}

/* Every part of the address matters, up to its largest value. */
static void test_streams_differ(void **state)
{
    (void)state;
    const nes_stream all[] = {
        {.seed = 0},
        {.seed = 1},
        {.seed = UINT64_C(1) << 32},
        {.seed = UINT64_C(1) << 63},
        {.run = 1},
        {.run = 256},
        {.run = 65535},
        {.generation = 1},
        {.generation = UINT64_C(1) << 31},
        {.generation = UINT64_C(1) << 32},
        {.generation = (UINT64_C(1) << 32) + 1},
        {.generation = (UINT64_C(1) << 40) - 1},
        {.row = 1},
        {.row = 256},
        {.row = ~0u},
        {.lane = 1},
        {.lane = NES_LANE_PROBE},
        {.lane = NES_LANE_MAX},
    };
    enum { COUNT = sizeof all / sizeof *all, LENGTH = 64 };
    double z[COUNT * LENGTH];
    for (size_t i = 0; i < COUNT; i++) nes_normals(&all[i], 0, LENGTH, z + i * LENGTH);
    for (size_t i = 0; i < COUNT * LENGTH; i++)
        for (size_t j = 0; j < i; j++) assert_true(z[i] != z[j]);
}

/* n numbers spread over coordinates, rows and generations, as an optimiser uses them. */
static void draw(uint64_t seed, size_t n, double *out)
{
    for (size_t i = 0; i < n; i += 100) {
        const nes_stream s = {
            .seed = seed, .row = (uint32_t)(i / 100 % 10), .generation = i / 1000};
        nes_normals(&s, 0, n - i < 100 ? n - i : 100, out + i);
    }
}

/* Standard errors of the mean of z^k are sqrt((E z^2k - (E z^k)^2)/n); seed 0 among the seeds. */
static void test_normal_moments(void **state)
{
    (void)state;
    double *z = dense_room(MANY, sizeof *z);
    for (uint64_t seed = 0; seed < 3; seed++) {
        double sum[5] = {0}, lag[3] = {0};
        draw(seed, MANY, z);
        for (size_t i = 0; i < MANY; i++) {
            for (int k = 1; k <= 4; k++) sum[k] += pow(z[i], k) / MANY;
            if (i + 100 >= MANY) continue;
            lag[0] += z[i] * z[i + 1] / MANY;
            lag[1] += z[i] * z[i + 100] / MANY; /* the next row */
            lag[2] += (z[i] * z[i] - 1) * (z[i + 1] * z[i + 1] - 1) / 2 / MANY;
        }
        const double unit = FIVE / sqrt(MANY);
        assert_within(sum[1], 0, unit);
        assert_within(sum[2], 1, unit * sqrt(2));
        assert_within(sum[3], 0, unit * sqrt(15));
        assert_within(sum[4], 3, unit * sqrt(96));
        for (int k = 0; k < 3; k++) assert_within(lag[k], 0, unit);
        assert_true(stats_ks(MANY, z, stats_normal) < KS_BOUND);
    }
    free(z);
}

/* Many at a time, from any coordinate on. */
static void test_many_uniforms(void **state)
{
    (void)state;
    const nes_stream s = {.seed = 5, .generation = 2, .row = 3};
    for (uint64_t first = 0; first < 4; first++)
        for (size_t n = 0; n < 6; n++) {
            double u[6] = {0};
            nes_uniforms(&s, first, n, u);
            for (size_t i = 0; i < 6; i++)
                assert_within(u[i], i < n ? nes_uniform(&s, first + i) : 0, 0);
        }
}

static void test_uniforms(void **state)
{
    (void)state;
    double *u = dense_room(MANY, sizeof *u);
    for (uint64_t seed = 0; seed < 3; seed++) {
        const nes_stream s = {.seed = seed, .lane = NES_LANE_MAX};
        double lag = 0;
        for (size_t i = 0; i < MANY; i++) {
            u[i] = nes_uniform(&s, i);
            assert_true(u[i] > 0 && u[i] <= 1);
            if (i > 0) lag += (u[i] - 0.5) * (u[i - 1] - 0.5) * 12 / MANY;
        }
        assert_within(lag, 0, FIVE / sqrt(MANY));
        assert_true(stats_ks(MANY, u, stats_uniform) < KS_BOUND);
    }
    free(u);
}

/* Student numbers by the polar formula, from the uniform numbers of the same addresses. */
static void student_by_formula(void **state)
{
    (void)state;
    const nes_stream s = {.seed = 11, .generation = 3, .row = 5};
    const double nus[] = {0.5, 1, 3, 30}, turn = 8 * atan(1);
    for (size_t i = 0; i < 4; i++) {
        double z[9];
        nes_student_variates(&s, nus[i], 4, 9, z);
        for (size_t k = 0; k < 9; k++) {
            const double a = nes_uniform(&s, 2 * (4 + k)), b = nes_uniform(&s, 2 * (4 + k) + 1);
            const double radius = sqrt(nus[i] * (pow(a, -2 / nus[i]) - 1));
            assert_within(z[k], radius * cos(turn * b), 1e-9 * (1 + radius));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(student_by_formula),  cmocka_unit_test(test_known_answers),
        cmocka_unit_test(test_addresses),      cmocka_unit_test(test_any_part_is_the_whole),
        cmocka_unit_test(test_rows),           cmocka_unit_test(test_levels),
        cmocka_unit_test(test_streams_differ), cmocka_unit_test(test_normal_moments),
        cmocka_unit_test(test_uniforms),       cmocka_unit_test(test_many_uniforms),
    };
    return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
