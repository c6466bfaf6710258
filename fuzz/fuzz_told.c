/* SPDX-License-Identifier: MIT
 *
 * Values and points by hand: the lines that `nes tell` reads, a file of `--inject`, and a table of
 * `--known`. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/known.h"
#include "session/results.h"
#include "session/told.h"
#include "support/file.h"
#include "support/fuzz.h"

static char names[][VARIABLES_NAME_SIZE] = {"width", "depth"};
static const variables plain = {.n = 3}, named = {.n = 2, .name = names};

/* Outputs by hand, with or without a formula to minimise; they stay open. */
static const output_set *outputs_of(bool formula)
{
    static output_set sets[2];
    output_set *o = &sets[formula];
    const outputs_options g = {.list = {{"mass,stress", "price=expr:2*mass"}, 2},
                               .minimise = formula ? "mass" : NULL,
                               .constraint = "stress <= price"};
    if (o->names.n == 0 &&
        (outputs_open(o, &g, "printed") != 0 || outputs_read_formulas(o, &g, &plain, true) != 0))
        fuzz_defect("these outputs are good");
    return o;
}

static void read_results(const char *path, const variables *v, bool named_outputs)
{
    static const double lower[] = {-3, -INFINITY, 0}, upper[] = {3, 9, INFINITY},
                        integer[] = {0, 1, 0};
    nes_settings s;
    known k;
    nes_settings_default(&s);
    s.lower = lower;
    s.upper = upper;
    s.integer = integer;
    s.outputs = named_outputs ? 4 : 1; /* a constraint and three outputs, or a constraint */
    const results_wish w = {.option = "--known",
                            .path = path,
                            .variables = v,
                            .named = named_outputs ? outputs_of(false) : NULL,
                            .settings = &s};
    results_read(&k, &w);
    for (size_t i = 0; i < k.n; i++)
        for (size_t j = 0; j < k.dim; j++)
            if (!isfinite(k.x[i * k.dim + j])) fuzz_defect("a point that is no point was taken");
    known_close(&k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_file file;
    if (size == 0) return 0;
    fuzz_quiet();
    const variables *v = data[0] & 1 ? &named : &plain;
    fuzz_file_write(&file, "input.txt", data + 1, size - 1);
    if (data[0] & 64) {
        read_results(file.path, v, v == &plain && data[0] & 4);
    } else if (data[0] & 2) {
        static const double start[] = {1, 2, 3};
        known k;
        const size_t outputs = data[0] >> 4 & 3;
        known_read(&k, file.path, v, outputs, data[0] & 4 ? start : NULL);
        known_best(&k, outputs, data[0] & 8);
        known_close(&k);
    } else {
        told_list l;
        lseek(file.descriptor, 0, SEEK_SET);
        if (told_read(&l, file.descriptor) == 0)
            told_take(&l, v, data[0] & 4 ? outputs_of(data[0] & 8) : NULL);
        told_close(&l);
    }
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const char *const texts[] = {
        "17 0.25\n18 failed no licence\n# comment\n\n281474976710656,nan\n",
        "id,width,depth,f\n1,0.5,2,3.5\n2,0.25,1e-3,failed: why\n",
        "id;f\n1;-inf\n",
        "17 0.25 3\n18 failed: why\n19,1,2,3\n",
        "id,stress,note,mass\n1,2,a,3\n2,nan,,inf\n3,failed,,\n",
        "{\"id\": 17, \"mass\": 1, \"stress\": \"nan\", \"f\": 2}\n{\"id\": 1, \"f\": "
        "\"failed\"}\n",
        "{\"id\": 17, \"f\": 0.25}\n{\"id\": 18446744073709551615, \"f\": \"failed\"}\n",
        "1 2 3\n4,5,6\n",
        "\xef\xbb\xbf\"width\";\"depth\"\n1D0;2\n",
        "depth width note\n1 2 x\n3 4 y\n",
        "width,depth,f,g1,status\n1,2,3,0,ok\n0.5,-0,1,2,known\n1,1,,,failed\n1,2,3,0,ok\n",
        "x1;x2;x3;f;mass;stress\n1;2;3;4;5;6\n1;2;3;4;5;7\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint8_t which = 0; which < 16; which++) fuzz_seed_text(to, which, texts[i]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint8_t which = 64; which < 72; which++) fuzz_seed_text(to, which, texts[i]);
}
