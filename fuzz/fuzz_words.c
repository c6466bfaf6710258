/* SPDX-License-Identifier: MIT
 *
 * Small languages of the command line: placeholders, words of a command, exit statuses, names of
 * variables, methods of a comparison, orders of `nes ctl`. */
#include <stdlib.h>

#include "base/words.h"
#include "compare/compare_lists.h"
#include "objective/exit_codes.h"
#include "objective/placeholder.h"
#include "session/orders.h"
#include "support/fuzz.h"

static void fill(const char *text, size_t n)
{
    static const double x[] = {1.5, -2e300, 0.1};
    static const variables v = {.n = 3};
    const placeholder_values values = {
        .dim = 3, .x = x, .id = 17, .file = "point.txt", .dir = "folder", .job = 2};
    placeholder_text t;
    buffer filled = {.text = NULL};
    if (placeholder_open(&t, text, n, &v, "the argument") != 0) return;
    placeholder_fill(&t, &values, &filled);
    buffer_free(&filled);
    placeholder_close(&t);
}

static void read_methods(const char *text)
{
    nes_settings common;
    method_list methods;
    nes_settings_default(&common);
    method_list_parse(text, &common, &methods);
    method_list_free(&methods);
}

static void read_names(const char *text)
{
    variables v = {.n = 0};
    const size_t n = variables_count(text);
    if (n > 0 && variables_open(&v, n, text) == 0) variables_find(&v, "x2");
    variables_close(&v);
}

static void read_words(const char *text)
{
    words w;
    if (words_split(&w, text) == NULL) words_close(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    exit_codes codes;
    orders_setting setting;
    if (size == 0) return 0;
    fuzz_quiet();
    char *text = fuzz_text(data + 1, size - 1);
    switch (data[0] % 6) {
    case 0:
        fill(text, size - 1);
        break;
    case 1:
        read_methods(text);
        break;
    case 2:
        read_names(text);
        break;
    case 3:
        read_words(text);
        break;
    case 4:
        exit_codes_read(&codes, text);
        break;
    default:
        orders_read(text, &setting);
    }
    free(text);
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    fuzz_seed_text(to, 0, "--x={x} {x1} {{x2}} {i} {file} {dir}/{job} {\"a\": [1]} {{x1:.3f}");
    fuzz_seed_text(to, 0, "{ x1 }");
    fuzz_seed_text(to, 0, "{x1:%-+ #012.3e} {x:%d} {i:%05d} {{x2:%g}} {x3:%99.99f}{x1:%s");
    fuzz_seed_text(to, 1, "xnes,xnes:popsize=50,snes:restarts=ipop:sigma=0.5,auto");
    fuzz_seed_text(to, 2, "width,depth,x3,a_1");
    fuzz_seed_text(to, 3, "./sim \"a b\"c 'd \\' e\\ f \"\\\"\"");
    fuzz_seed_text(to, 4, "0=ok,3=worst,4=stop,10-19=fail");
    fuzz_seed_text(to, 5, "set max_evals=1000");
    fuzz_seed_text(to, 5, "pause");
}
