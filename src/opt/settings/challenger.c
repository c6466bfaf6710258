/* SPDX-License-Identifier: MIT
 *
 * The settings of a challenger. */
#include "opt/settings/challenger.h"

#include <string.h>

#include "opt/settings/methods.h"
#include "opt/settings/options.h"
#include "sampling/sampling.h"

bool nes_has_challenger(const nes_settings *s)
{
    return strcmp(s->challenger, "none") != 0;
}

/* Whether an option belongs to the first method. The challenger keeps population and window of the
 * run that it challenges. */
static bool is_of_method(const nes_field *f)
{
    const char *section = f->option.section;
    const bool part = f->option.type == NES_TYPE_CHOICE && f->word == NULL;
    const bool learns = strcmp(section, "move") == 0 || strcmp(section, "technique") == 0;
    const bool kept =
        strcmp(f->option.name, "popsize") == 0 || strcmp(f->option.name, "window") == 0;
    return part || (learns && !kept);
}

void nes_challenger_settings(nes_settings *s)
{
    NES_EACH_FIELD (f)
        if (is_of_method(f)) nes_field_reset(f, s);
    s->method = s->challenger;
    s->challenger = s->restarts = "none";
    s->eval_start = "auto";
    s->factor = NULL;
    s->density = NULL;
    s->radial = NULL;
}

const nes_sampling *nes_challenger_sampling(const nes_settings *s)
{
    char word[32] = "iid";
    nes_method_get(nes_method_find(s->method), "sampling", word, sizeof word);
    return nes_sampling_find(word);
}
