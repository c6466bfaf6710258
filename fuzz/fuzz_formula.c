/* SPDX-License-Identifier: MIT
 *
 * Formulas: compiled, and evaluated at a point that may be far out. One point: a formula may take
 * as long as its limit allows. */
#include <math.h>
#include <stdlib.h>

#include "formula/formula.h"
#include "formula/relation.h"
#include "support/fuzz.h"

static char names[][VARIABLES_NAME_SIZE] = {"width", "e", "i"};

static char result_names[][VARIABLES_NAME_SIZE] = {"stress", "mass"};
static const variables results = {.n = 2, .name = result_names};

static const variables kinds[] = {
    {.n = 1}, {.n = 2}, {.n = 10}, {.n = 3, .name = names}, {.n = 64}};

static void evaluate(const formula *f, size_t dim, size_t k)
{
    static const double values[] = {0, 1, -2.5, 1e300, 5e-324, NAN, -INFINITY, 3};
    enum { VALUES = sizeof values / sizeof *values };
    double x[64];
    for (size_t i = 0; i < dim; i++) x[i] = values[(k + i) % VALUES];
    double value;
    formula_evaluate(f, x, &value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    fuzz_quiet();
    const variables *v = &kinds[data[0] % 8 % (sizeof kinds / sizeof *kinds)];
    char *text = fuzz_text(data + 1, size - 1);
    relations r = {.n = 0};
    const variables *outputs = data[0] & 64 ? &results : NULL;
    if (relations_read(&r, text, v, outputs, "--constraint") == 0) {
        double *x = calloc(v->n + results.n, sizeof *x), *g = calloc(r.n, sizeof *g);
        if (x != NULL && g != NULL) relations_evaluate(&r, x, g);
        free(x);
        free(g);
    }
    relations_close(&r);
    formula *f = formula_create(text, v);
    if (f != NULL) evaluate(f, v->n, data[0] / 8);
    formula_destroy(f);
    free(text);
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const char *const texts[] = {
        "sum(x^2)",
        "x1^2 + abs(x[N])",
        "sum(i, 1, N-1, (x[i+1]-x[i])^2)",
        "prod(cos(x/sqrt(i)))",
        "if(x1 > 3, failed, -x1**2)",
        "min(1, 2, max(x1, atan2(x1, -1e-3)))",
        "sum(i, 1, 3, prod(j, i, 3, x1 + i*j))",
        "mod(floor(x1), 2) != 0.5e1 <= hypot(3, 4)",
        "width * e + i",
        "stress <= 200; 5 <= mass * x1 <= 8; mass == 2 +- 0.01",
        "stress <= 3; stress >= 2; stress <= 1",
        "log(x1) / ln(0) - log2(log10(pi))",
        "((((((x1))))))",
        "x1 <= 3; 5 <= x[N] + 1 <= 8",
        "x1 == 2 +- 0.01",
        "8 >= max(x1, (2 > 1)) >= 5e0; x1 = x1 +- 1",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint8_t kind = 0; kind < 5; kind++)
            fuzz_seed_text(to, (uint8_t)(8 * i + kind), texts[i]);
}
