/* SPDX-License-Identifier: MIT
 *
 * The laws by name, and the two arrays of the settings that each of them fills. */
#include "setup/start.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"

typedef struct law_words {
    const char *word;  /* what --x0 begins with */
    const char *a, *b; /* the arrays of its two numbers */
    const char *usage; /* how to write it */
} law_words;

static const law_words laws[] = {
    [NES_LAW_UNIFORM] = {"uniform:", "start_lower", "start_upper",
                         "uniform:LOW:HIGH with LOW < HIGH, such as uniform:-4:4"},
    [NES_LAW_NORMAL] = {"normal:", "start_mean", "start_std",
                        "normal:MEAN:STD with STD > 0, such as normal:0:0.01"},
};

/* NES_LAW_POINT: text begins with none of the words. */
static nes_law_kind find(const char *text)
{
    for (nes_law_kind k = NES_LAW_UNIFORM; k <= NES_LAW_NORMAL; k++)
        if (strncmp(text, laws[k].word, strlen(laws[k].word)) == 0) return k;
    return NES_LAW_POINT;
}

bool start_is_law(const char *text)
{
    return find(text) != NES_LAW_POINT;
}

bool start_has_law(const nes_settings *s)
{
    return s->start_lower != NULL || s->start_upper != NULL || s->start_mean != NULL ||
           s->start_std != NULL;
}

static bool is_possible(const nes_start_law *law)
{
    const double least = law->kind == NES_LAW_UNIFORM ? law->a : 0;
    return isfinite(law->a) && isfinite(law->b) && law->b > least;
}

int start_read_law(const char *text, size_t dim, arrays *a, nes_settings *s)
{
    nes_start_law law = {.kind = find(text)};
    const law_words *l = &laws[law.kind];
    char rest;
    if (sscanf(text + strlen(l->word), "%lf:%lf%c", &law.a, &law.b, &rest) != 2 ||
        !is_possible(&law))
        return text_error(EXIT_USAGE, "--x0 %s: write %s", text, l->usage);
    if (start_has_law(s))
        return text_error(EXIT_USAGE,
                          "--x0 %s says where runs start, and so does an option --start-lower, "
                          "--start-upper, --start-mean or --start-std; give one of them",
                          text);
    return start_set_law(&law, dim, a, s);
}

int start_set_law(const nes_start_law *law, size_t dim, arrays *a, nes_settings *s)
{
    const law_words *l = &laws[law->kind];
    const int status = arrays_fill(a, l->a, law->a, dim, s);
    return status != 0 ? status : arrays_fill(a, l->b, law->b, dim, s);
}
