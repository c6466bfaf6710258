/* SPDX-License-Identifier: MIT
 *
 * Options of the library by name: lines "name=value". What was set reads back and can be set again;
 * what passes the check makes a run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "nes/by_name.h"
#include "support/fuzz.h"
#include "support/modest.h"

/* The text of a field sets it to the same text. */
static void check_back(const nes_settings *s, const char *name)
{
    char text[128], again[128];
    nes_settings copy;
    if (nes_get(s, name, text, sizeof text) != NES_OK) return;
    nes_settings_default(&copy);
    if (nes_set(&copy, name, text) != NES_OK)
        fuzz_defect("a text of nes_get is refused by nes_set");
    if (nes_get(&copy, name, again, sizeof again) != NES_OK || strcmp(text, again) != 0)
        fuzz_defect("a setting changes when its text is set again");
}

static void set_all(nes_settings *s, char *text)
{
    char *rest = text, *line;
    while ((line = text_part(&rest, '\n')) != NULL) {
        char *value = line, *name = text_part(&value, '=');
        if (value != NULL && nes_set(s, name, value) == NES_OK) check_back(s, name);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    nes_settings s;
    modest_memory memory;
    nes_opt *o = NULL;
    char message[NES_MESSAGE_SIZE];
    if (size == 0) return 0;
    const size_t dim = data[0] % 6 + 1u;
    char *text = fuzz_text(data + 1, size - 1);
    nes_settings_default(&s);
    set_all(&s, text);
    s.threads = s.jobs = 1;
    s.allocator = modest_allocator(&memory);
    const nes_status checked = nes_settings_check(&s, dim, NULL, message, sizeof message);
    if (checked != NES_OK && message[0] == '\0') fuzz_defect("a refusal without a sentence");
    if (checked == NES_OK && nes_create(&o, dim, NULL, &s) == NES_OK) modest_run(o, 2, data, size);
    nes_destroy(o);
    free(text);
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    char text[256], value[64];
    const nes_option *o;
    const nes_method *m;
    nes_settings s;
    nes_settings_default(&s);
    for (size_t i = 0; (o = nes_option_at(i)) != NULL; i++) {
        if (o->type == NES_TYPE_ARRAY || nes_get(&s, o->name, value, sizeof value) != NES_OK)
            continue;
        snprintf(text, sizeof text, "%s=%s", o->name, value);
        fuzz_seed_text(to, (uint8_t)i, text);
        const char *word;
        for (size_t k = 0; (word = nes_option_word(o, k)) != NULL; k++) {
            snprintf(text, sizeof text, "popsize=6\n%s=%s", o->name, word);
            fuzz_seed_text(to, (uint8_t)k, text);
        }
    }
    for (size_t i = 0; (m = nes_method_at(i)) != NULL; i++) {
        snprintf(text, sizeof text, "method=%s\nsigma=0.5\nmax_evals=1e3", m->name);
        fuzz_seed_text(to, (uint8_t)i, text);
    }
}
