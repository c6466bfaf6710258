/* SPDX-License-Identifier: MIT
 *
 * The layout of the public structs on 64-bit machines. A change is allowed before version 1, but
 * must be meant: the test then fails until tests/data/layout.txt says the same, and docs/abi.md and
 * the changelog tell callers to compile again. NES_WRITE_LAYOUT=FILE writes the present layout.
 * Lines of nes_settings, nes_result and nes_points are never changed: a new field adds a line, in
 * the room of the struct. */
#include <stdio.h>
#include <stdlib.h>

#include "nes/async.h"
#include "nes/density.h"
#include "nes/slice.h"
#include "opt/settings/options.h"
#include "support/runs.h"

static FILE *out;

static void line(const char *type, const char *field, size_t offset)
{
    fprintf(out, "%s.%s %zu\n", type, field, offset);
}

#define SIZE(type)        line(#type, "size", sizeof(type))
#define FIELD(type, name) line(#type, #name, offsetof(type, name))

static void write_results(void)
{
    SIZE(nes_points);
    FIELD(nes_points, n);
    FIELD(nes_points, dim);
    FIELD(nes_points, x);
    FIELD(nes_points, id);
    FIELD(nes_points, f);
    FIELD(nes_points, fate);
    FIELD(nes_points, outputs);
    SIZE(nes_result);
    FIELD(nes_result, dim);
    FIELD(nes_result, method);
    FIELD(nes_result, seed);
    FIELD(nes_result, best_f);
    FIELD(nes_result, best_x);
    FIELD(nes_result, mean_x);
    FIELD(nes_result, std_x);
    FIELD(nes_result, evaluations);
    FIELD(nes_result, best_evaluation);
    FIELD(nes_result, failed);
    FIELD(nes_result, nonfinite);
    FIELD(nes_result, generations);
    FIELD(nes_result, restarts);
    FIELD(nes_result, challenges);
    FIELD(nes_result, best_run);
    FIELD(nes_result, sigma);
    FIELD(nes_result, noise);
    FIELD(nes_result, generation_best);
    FIELD(nes_result, generation_median);
    FIELD(nes_result, stop);
    FIELD(nes_result, stop_value);
    FIELD(nes_result, stop_threshold);
    FIELD(nes_result, trust);
    FIELD(nes_result, feasible);
    FIELD(nes_result, stop_text);
    FIELD(nes_result, trust_text);
}

static void write_slice(void)
{
    SIZE(nes_slice);
    FIELD(nes_slice, first);
    FIELD(nes_slice, n);
    FIELD(nes_slice, reduce);
    FIELD(nes_slice, data);
}

static void write_traffic(void)
{
    SIZE(nes_traffic);
    FIELD(nes_traffic, under_way);
    FIELD(nes_traffic, of_run);
    FIELD(nes_traffic, again);
    FIELD(nes_traffic, arrived);
    FIELD(nes_traffic, popsize);
    FIELD(nes_traffic, updates);
    FIELD(nes_traffic, run);
    FIELD(nes_traffic, dim);
}

static void write_tables(void)
{
    SIZE(nes_option);
    FIELD(nes_option, name);
    FIELD(nes_option, type);
    FIELD(nes_option, section);
    FIELD(nes_option, low);
    FIELD(nes_option, high);
    FIELD(nes_option, open_low);
    FIELD(nes_option, automatic);
    FIELD(nes_option, off);
    FIELD(nes_option, length);
    FIELD(nes_option, initial);
    FIELD(nes_option, doc);
    SIZE(nes_method);
    FIELD(nes_method, name);
    FIELD(nes_method, presets);
    FIELD(nes_method, doc);
    SIZE(nes_entry);
    FIELD(nes_entry, name);
    FIELD(nes_entry, type);
    FIELD(nes_entry, doc);
    SIZE(nes_density);
    FIELD(nes_density, nparam);
    FIELD(nes_density, theta0);
    FIELD(nes_density, sample);
    FIELD(nes_density, logpdf);
    FIELD(nes_density, score);
    FIELD(nes_density, repair);
    FIELD(nes_density, user);
}

/* Every option is a field of the same name. */
static void write_settings(void)
{
    SIZE(nes_settings);
    NES_EACH_FIELD (f) line("nes_settings", f->option.name, f->offset);
    FIELD(nes_settings, density);
    FIELD(nes_settings, radial);
    FIELD(nes_settings, progress);
    FIELD(nes_settings, progress_user);
    FIELD(nes_settings, allocator);
    FIELD(nes_settings, message);
    FIELD(nes_settings, given);
    FIELD(nes_settings, array_length);
    FIELD(nes_settings, owner);
}

static void layout(void **state)
{
    (void)state;
    const char *file = getenv("NES_WRITE_LAYOUT");
    if (sizeof(void *) != 8 || sizeof(long) != 8) skip();
    char *text = NULL, pinned[65536] = "";
    size_t size;
    out = file != NULL ? fopen(file, "w") : open_memstream(&text, &size);
    assert_non_null(out);
    write_results();
    write_slice();
    write_traffic();
    write_tables();
    write_settings();
    fclose(out);
    if (file != NULL) return;
    FILE *in = fopen(NES_TEST_DATA "/layout.txt", "r");
    assert_non_null(in);
    pinned[fread(pinned, 1, sizeof pinned - 1, in)] = '\0';
    fclose(in);
    assert_string_equal(text, pinned);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(layout)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
