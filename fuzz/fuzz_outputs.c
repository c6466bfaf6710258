/* SPDX-License-Identifier: MIT
 *
 * Named outputs: where they are, as the user says it, up to a line with three dashes; then what a
 * program has written. */
#include <stdlib.h>
#include <string.h>

#include "objective/outputs.h"
#include "support/fuzz.h"

static char names[][VARIABLES_NAME_SIZE] = {"width", "depth"};
static const variables V = {.n = 2, .name = names};

static void read_text(const output_set *o, char *text)
{
    static const double x[] = {1, -2};
    value_rule *last = NULL;
    value_reading why;
    const relation *of;
    const size_t n = 1 + outputs_constraints(o) + outputs_count(o);
    double *values = calloc(n, sizeof *values);
    if (values == NULL || value_open(&last, NULL, NULL, "printed") != 0) abort();
    const bool all = outputs_read(o, last, text, strlen(text), values, &why);
    if (!all && why.why[0] == '\0') fuzz_defect("a failure without why");
    if (all) outputs_complete(o, V.n, x, values);
    outputs_violates(o, V.n, x, values, &of);
    value_close(last);
    free(values);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    fuzz_quiet();
    char *text = fuzz_text(data + 1, size - 1), *cut = strstr(text, "\n---\n");
    char *written = cut != NULL ? cut + 5 : text + strlen(text);
    if (cut != NULL) *cut = '\0';
    const outputs_options g = {.list = {{text}, 1},
                               .minimise = data[0] & 1 ? "mass" : NULL,
                               .constraint = data[0] & 2 ? "width >= depth" : NULL};
    output_set o;
    if (outputs_open(&o, &g, "printed") == 0 && outputs_read_formulas(&o, &g, &V, true) == 0)
        read_text(&o, written);
    outputs_close(&o);
    free(text);
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const char *const texts[] = {
        "mass, stress\n---\nlog\n5, 2D2\n",
        "mass=m = (.*)\nstress=json:s[1].a\n---\nm = 5\n{\"s\": [0, {\"a\": NaN}]}\n",
        "mass\nstress=file:{i}/o.txt\n pattern:a|b(.)\ncost=expr:2*mass + width\n---\n7\n",
        "mass=pattern:([0-9]+)\n---\nfailed\n",
        "mass,stress\n---\n{\n\"mass\": \"1\",\n\"stress\": -Infinity\n}\n",
        "mass=expr:if(width > 0, failed, 1)\n---\n",
        "g1=x\n---\n",
        "mass=\n---\n1",
        "=\n---\n",
        "mass=file:\n---\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint8_t which = 0; which < 4; which++) fuzz_seed_text(to, which, texts[i]);
}
