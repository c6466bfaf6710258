/* SPDX-License-Identifier: MIT
 *
 * Ids of problems, alone and in lists with ranges, and lists of numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_list.h"
#include "base/vector.h"
#include "compare/compare_lists.h"
#include "nes/problems.h"
#include "support/fuzz.h"
#include "support/modest.h"

enum { DIM = 40 };

/* Makes the problem, and evaluates it at its start. */
static void make(const char *id)
{
    nes_problem *p = NULL;
    double x[DIM * DIM];
    char message[256];
    if (!modest_text(id, DIM)) return;
    if (nes_problem_create(&p, id, message, sizeof message) == NES_OK &&
        nes_problem_dim(p) <= sizeof x / sizeof *x) {
        nes_problem_start(p, x);
        nes_problem_value(p, x);
    }
    nes_problem_destroy(p);
}

static void read_list(const char *text)
{
    number_list l;
    buffer printed = {.text = NULL};
    if (number_list_parse("instances", text, 1000, "there are 1 to 1000", &l) == 0)
        number_list_print(&l, &printed);
    buffer_free(&printed);
    number_list_free(&l);
}

static void read_vector(const char *text)
{
    double v[8];
    const char *bad;
    size_t count;
    vector_scan(text, v, 8, &bad);
    vector_is_count(text, &count);
    vector_is_scalar(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    id_list ids;
    if (size == 0) return 0;
    fuzz_quiet();
    char *text = fuzz_text(data + 1, size - 1);
    switch (data[0] % 4) {
    case 0:
        make(text);
        break;
    case 1:
        if (modest_text(text, 200)) {
            id_list_parse(text, &ids);
            id_list_free(&ids);
        }
        break;
    case 2:
        read_list(text);
        break;
    default:
        read_vector(text);
    }
    free(text);
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const char *const ids[] = {
        "sphere_d5",
        "rosenbrock_d10",
        "bbob_f001_i01_d02",
        "bbob_f24_i15_d5",
        "bbob-noisy_f101_i01_d2",
        "lennard_jones_n3",
        "double_pole_h2",
        "random_basin_d2_s1",
        "onemax_d8",
        "double_rosenbrock_d4",
    };
    const nes_problem_kind *k;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        fuzz_seed_text(to, 0, ids[i]);
        fuzz_seed_text(to, 1, ids[i]);
    }
    for (size_t i = 0; (k = nes_problem_kind_at(i)) != NULL; i++) fuzz_seed_text(to, 0, k->pattern);
    fuzz_seed_text(to, 1, "bbob_f001-003_i01_d05,sphere_d2-4");
    fuzz_seed_text(to, 2, "1-5,8,71-80");
    fuzz_seed_text(to, 3, "1,2.5;-1e-3 nan\tinf");
}
