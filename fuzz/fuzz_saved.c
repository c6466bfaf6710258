/* SPDX-License-Identifier: MIT
 *
 * Saved runs whose checksum is right, from a stranger: what is loaded goes on for some generations,
 * answers every question, and is saved and loaded again as it is. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nes/by_name.h"
#include "support/container.h"
#include "support/fuzz.h"
#include "support/modest.h"

static void ask_all(nes_opt *o)
{
    nes_result r;
    const nes_entry *e;
    double numbers[256], real;
    uint64_t whole;
    size_t n;
    if (nes_get_result(o, &r) != NES_OK) fuzz_defect("a loaded run has no result");
    if (r.dim > 16) return;
    for (size_t i = 0; (e = nes_entry_at(i)) != NULL; i++) {
        nes_get_real(o, e->name, &real);
        nes_get_count(o, e->name, &whole);
        if (nes_get_length(o, e->name, &n) == NES_OK && n <= 256)
            nes_get_array(o, e->name, n, numbers);
    }
}

/* Matrices that nobody has computed may end a run, and what they have become need not be good. */
static bool is_broken(const nes_opt *o)
{
    return nes_stopped(o) == NES_STOP_INVALID || nes_stopped(o) == NES_STOP_NONFINITE;
}

/* What was saved loads, as the same run. */
static void save_again(nes_opt *o, const nes_settings *s)
{
    nes_opt *again = NULL;
    char message[NES_MESSAGE_SIZE];
    modest_memory memory;
    nes_settings own = *s;
    own.allocator = modest_allocator(&memory);
    const size_t n = nes_save_size(o);
    void *bytes = malloc(n);
    if (bytes == NULL || nes_save(o, bytes, n, NULL) != NES_OK) abort();
    const nes_status st = nes_load(&again, bytes, n, &own, message, sizeof message);
    if (st != NES_OK && st != NES_ERR_MEMORY && !is_broken(o))
        fuzz_defect_said("a run that was saved cannot be loaded", message);
    if (st == NES_OK && nes_fingerprint(again) != nes_fingerprint(o))
        fuzz_defect("another run after save and load");
    nes_destroy(again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    nes_opt *o = NULL;
    nes_settings s;
    modest_memory memory;
    char message[NES_MESSAGE_SIZE];
    nes_settings_default(&s);
    s.allocator = modest_allocator(&memory);
    if (nes_load(&o, data, size, &s, message, sizeof message) != NES_OK) {
        if (message[0] == '\0' || o != NULL) fuzz_defect("a refusal without a sentence");
        return 0;
    }
    save_again(o, &s);
    ask_all(o);
    modest_run(o, 3, data + size / 2, size / 4);
    save_again(o, &s);
    nes_destroy(o);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return container_mutate(data, size, most, seed);
}

/* ---- seeds ---------------------------------------------------------------------------------- */

/* Saves at a few places: before the first generation, inside one, after some. */
static void seed_run(const fuzz_sink *to, size_t dim, const nes_settings *s)
{
    static const unsigned char values[] = {4, 5, 6, 7, 12, 0, 13, 9};
    nes_opt *o = NULL;
    nes_points p;
    if (nes_create(&o, dim, NULL, s) != NES_OK) return;
    for (size_t stage = 0; stage < 2; stage++) {
        modest_run(o, 2 * stage, values, sizeof values);
        if (nes_ask(o, &p) == NES_OK && p.n > 1) nes_tell_some(o, 1, p.id, (double[]){1});
        const size_t n = nes_save_size(o);
        uint8_t *bytes = malloc(n);
        if (bytes != NULL && nes_save(o, bytes, n, NULL) == NES_OK)
            fuzz_seed(to, bytes, container_shorten(bytes, n));
        free(bytes);
    }
    nes_destroy(o);
}

/* A method with one more option, where the two go together. */
static void seed_method(const fuzz_sink *to, const nes_method *m, const char *name,
                        const char *value)
{
    static const double lower[] = {-1, -1, 0.5}, upper[] = {1, 2, 0.5}, scales[] = {1, 2, 1};
    static const double beside[] = {3, 0, 2}, alone[] = {3, 1, 2};
    nes_settings s;
    nes_settings_default(&s);
    nes_set(&s, "method", m->name);
    if (strcmp(name, "box") == 0)
        s.lower = lower, s.upper = upper;
    else if (strcmp(name, "scale") == 0)
        s.scale = scales;
    else if (strcmp(name, "choices") == 0)
        s.choices = strcmp(m->name, "categorical") == 0 ? alone : beside;
    else if (nes_set(&s, name, value) != NES_OK)
        return;
    seed_run(to, 3, &s);
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const char *const more[][2] = {
        {"popsize", "6"},        {"choices", ""},          {"box", ""},
        {"scale", ""},           {"restarts", "bipop"},    {"mixing", "importance"},
        {"adaptation", "mixed"}, {"sampling", "mirrored"}, {"rates", "snr"},
        {"challenger", "snes"},  {"failures", "resample"}, {"max_evals", "9"},
        {"max_time", "1000"},
    };
    const nes_method *m;
    for (size_t i = 0; (m = nes_method_at(i)) != NULL; i++)
        for (size_t k = 0; k < sizeof more / sizeof *more; k++)
            if (k < 2 || (i + k) % 5 == 0) seed_method(to, m, more[k][0], more[k][1]);
}
