/* SPDX-License-Identifier: MIT
 *
 * Fits of the models of an expensive objective to any archive in any frame: a value is a number, a
 * minimiser is finite, hyper-parameters stay in their ranges, and a second fit says the same. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/invert.h"
#include "model/models.h"
#include "support/fuzz.h"

enum { MOST_D = 5, MOST_N = 60, ROWS = 3, KEPT = 4 };

typedef struct bytes {
    const uint8_t *at, *end;
} bytes;

typedef struct subject {
    size_t d;
    nes_archive archive;
    nes_frame frame;
    nes_models *models;
    nes_fit fit;
    double theta[NES_GP_PARAMETERS];
    double *work;
} subject;

static uint8_t next_byte(bytes *b)
{
    return b->at < b->end ? *b->at++ : 0;
}

/* A usual number in one byte, an unusual one in two, or any in nine. */
static double next_number(bytes *b)
{
    static const double unusual[] = {0,      -0.0,   INFINITY, -INFINITY, NAN,   1e300,
                                     -1e300, 1e-300, 5e-324,   1.7e308,   1e150, 1e-150,
                                     1e8,    1e-8,   -1e16,    1};
    const uint8_t code = next_byte(b);
    double number = ((double)code - 120) / 16;
    if (code < 240) return number;
    if (code < 252) return unusual[next_byte(b) % 16];
    uint8_t raw[sizeof number];
    for (size_t i = 0; i < sizeof raw; i++) raw[i] = next_byte(b);
    memcpy(&number, raw, sizeof number);
    return number;
}

static void carve(subject *s, nes_arena *a)
{
    nes_archive_carve(&s->archive, a, s->d, MOST_N);
    nes_frame_carve(&s->frame, a, s->d);
    s->models = nes_models_carve(a, s->d, nes_cpu_best());
    s->work = NES_CARVE(a, double, nes_invert_work(s->d) + s->d * s->d);
}

static void fill_archive(subject *s, bytes *b)
{
    double x[MOST_D];
    const size_t n = next_byte(b) % (MOST_N + 1);
    s->fit = (nes_fit){.archive = &s->archive, .frame = &s->frame, .theta = s->theta};
    s->fit.window = next_byte(b) % 64u + 2;
    s->fit.sweeps = next_byte(b) % 4u;
    s->fit.best = SIZE_MAX;
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < s->d; i++) x[i] = next_number(b);
        const double f = next_number(b);
        nes_archive_append(&s->archive, x, f, next_byte(b) % 8 == 0);
        if (s->archive.run[k] == 0 && (s->fit.best == SIZE_MAX || f < s->archive.f[s->fit.best]))
            s->fit.best = k;
    }
}

static bool set_frame(subject *s, bytes *b)
{
    double m[MOST_D], D[MOST_D], B[MOST_D * MOST_D];
    const double sigma = exp(next_number(b));
    for (size_t i = 0; i < s->d; i++) {
        m[i] = next_number(b);
        D[i] = exp(next_number(b));
        for (size_t j = 0; j < s->d; j++) B[i * s->d + j] = (i == j) + next_number(b) / 8;
    }
    return nes_frame_set(&s->frame, m, sigma, D, B, s->work, nes_cpu_best());
}

static void check_theta(const double *theta)
{
    static const double least[] = {1e-6, 1e-6, 1e-6, 1e-8, 0.1, 1e-7};
    static const double most[] = {1e3, 1e3, 1e3, 1e2, 30, 0.3};
    for (int i = 0; i < NES_GP_PARAMETERS; i++)
        if (!(theta[i] >= least[i] && theta[i] <= most[i])) fuzz_defect("theta left its range");
}

static void check_tau(const nes_models *m, nes_fitted kind)
{
    const double tau = nes_models_tau(m, kind);
    if (!isnan(tau) && fabs(tau) > 1) fuzz_defect("tau beyond 1");
}

static void check_minimisers(const subject *s, bytes *b)
{
    double c[MOST_D], u[ROWS * MOST_D], out[KEPT * MOST_D];
    for (size_t i = 0; i < s->d; i++) c[i] = ((double)next_byte(b) - 128) / 80;
    for (size_t i = 0; i < ROWS * s->d; i++) {
        u[i] = next_number(b);
        if (!isfinite(u[i])) u[i] = 0;
    }
    const nes_search search = {.c = c, .n = ROWS, .u = u, .k = KEPT};
    const size_t n = nes_models_minimise(s->models, &search, out);
    if (n > KEPT) fuzz_defect("too many minimisers");
    for (size_t i = 0; i < n * s->d; i++)
        if (!isfinite(out[i])) fuzz_defect("a minimiser is not finite");
    for (size_t k = 0; k < ROWS; k++)
        if (isnan(nes_models_value(s->models, u + k * s->d))) fuzz_defect("a value is NaN");
}

/* What is left of a fit in the memory of the models must not be seen in the next one. */
static void check_again(subject *s, nes_fitted kind)
{
    double u[MOST_D] = {0.1, 0.2}, first = 0;
    if (kind != NES_NO_MODEL) first = nes_models_value(s->models, u);
    s->fit.sweeps = 0;
    if (nes_models_fit(s->models, &s->fit) != kind) fuzz_defect("another fit, another choice");
    if (kind != NES_NO_MODEL && nes_models_value(s->models, u) != first)
        fuzz_defect("another fit, another value");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = {data, data + size};
    subject s = {.d = 1 + next_byte(&b) % MOST_D};
    nes_arena a = {0};
    carve(&s, &a);
    void *memory = calloc(nes_arena_size(&a), 1);
    if (memory == NULL) return 0;
    a = nes_arena_on(memory);
    carve(&s, &a);
    nes_models_start(s.theta);
    fill_archive(&s, &b);
    if (set_frame(&s, &b)) {
        const nes_fitted kind = nes_models_fit(s.models, &s.fit);
        check_theta(s.theta);
        check_tau(s.models, NES_POLYNOMIAL);
        check_tau(s.models, NES_PROCESS);
        if (kind == NES_NO_MODEL && nes_models_trusted(s.models)) fuzz_defect("trust in nothing");
        if (kind != NES_NO_MODEL) check_minimisers(&s, &b);
        check_again(&s, kind);
    }
    free(memory);
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const uint8_t sizes[] = {3, 8, 20, 45, 60};
    uint64_t state = 1;
    for (uint8_t d = 0; d < MOST_D; d++)
        for (size_t k = 0; k < sizeof sizes; k++) {
            uint8_t input[4 + MOST_N * (MOST_D + 2) + 64] = {d, sizes[k], 25, (uint8_t)k};
            for (size_t i = 4; i < sizeof input; i++) /* usual numbers about zero */
                input[i] = (uint8_t)(104 + fuzz_next(&state) % 33);
            fuzz_seed(to, input, sizeof input);
        }
}
