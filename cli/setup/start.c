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
    const char *word;     /* what --x0 begins with */
    const char *array[2]; /* the array options for its two numbers */
    const char *usage;    /* its form, for errors */
} law_words;

static const law_words laws[] = {
    [NES_LAW_UNIFORM] = {"uniform:",
                         {"start_lower", "start_upper"},
                         "uniform:LOW:HIGH with LOW < HIGH, such as uniform:-4:4"},
    [NES_LAW_NORMAL] = {"normal:",
                        {"start_mean", "start_std"},
                        "normal:MEAN:STD with STD > 0, such as normal:0:0.01"},
};

/* The law that a text begins with; NES_LAW_POINT: none. */
static nes_start_law find(const char *text)
{
    for (nes_start_law l = NES_LAW_UNIFORM; l <= NES_LAW_NORMAL; l++)
        if (strncmp(text, laws[l].word, strlen(laws[l].word)) == 0) return l;
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

static void fill(nes_start_law law, const double numbers[2], size_t dim, arrays *a, nes_settings *s)
{
    for (size_t i = 0; i < 2; i++) arrays_fill(a, laws[law].array[i], numbers[i], dim, s);
}

static bool is_possible(nes_start_law law, const double numbers[2])
{
    const double least = law == NES_LAW_UNIFORM ? numbers[0] : 0;
    return isfinite(numbers[0]) && isfinite(numbers[1]) && numbers[1] > least;
}

int start_read_law(const char *text, size_t dim, arrays *a, nes_settings *s)
{
    const nes_start_law law = find(text);
    const char *rest = text + strlen(laws[law].word);
    double numbers[2];
    char more;
    if (sscanf(rest, "%lf:%lf%c", &numbers[0], &numbers[1], &more) != 2 ||
        !is_possible(law, numbers))
        return text_error(EXIT_USAGE, "--x0 %s: write %s", text, laws[law].usage);
    if (start_has_law(s))
        return text_error(EXIT_USAGE,
                          "--x0 %s says where runs start, and so does an option --start-lower, "
                          "--start-upper, --start-mean or --start-std; give one of them",
                          text);
    fill(law, numbers, dim, a, s);
    return 0;
}

void start_read_usual(const nes_problem *p, arrays *a, nes_settings *s)
{
    double numbers[2];
    const nes_start_law law = nes_problem_start_law(p, &numbers[0], &numbers[1]);
    if (law != NES_LAW_POINT) fill(law, numbers, nes_problem_dim(p), a, s);
}
