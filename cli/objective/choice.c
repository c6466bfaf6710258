/* SPDX-License-Identifier: MIT
 *
 * From the command line to an objective: which of the four kinds, its dimension, its maker. */
#include "objective/choice.h"

#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "base/vector.h"
#include "nes/settings.h"

typedef int (*objective_maker)(objective *o, const char *text, size_t dim, char *message,
                               size_t size);

/* Whether an id has its dimension, or a number that it follows from: a part such as d10 or n13. */
static int has_size(const char *id)
{
    for (const char *part = strchr(id, '_'); part != NULL; part = strchr(part + 1, '_'))
        if ((part[1] == 'd' || part[1] == 'n') && part[2] != '\0' &&
            strchr("0123456789", part[2]) != NULL)
            return 1;
    return 0;
}

/* A problem's id has its dimension. --dim may supply it ("--problem sphere --dim 10") or repeat
 * it, but not contradict it. */
static int make_problem(objective *o, const char *id, size_t dim, char *message, size_t size)
{
    char full[256];
    if (dim == 0 || has_size(id))
        snprintf(full, sizeof full, "%s", id);
    else
        snprintf(full, sizeof full, "%s_d%zu", id, dim);
    const int status = objective_problem(o, full, message, size);
    if (status != 0 || dim == 0 || o->dim == dim) return status;
    snprintf(message, size, "--dim %zu: the problem %s has dimension %zu; leave --dim out", dim, id,
             o->dim);
    objective_close(o);
    return EXIT_USAGE;
}

static const struct {
    const char *word;
    nes_noise_kind kind;
} noises[] = {{"own", NES_NOISE_OWN}, {"reference", NES_NOISE_REFERENCE}, {"none", NES_NOISE_NONE}};

static const char *noise_word(size_t i, const void *data)
{
    (void)data;
    return i < sizeof noises / sizeof *noises ? noises[i].word : NULL;
}

/* --noise: any of the words for any problem, so that scripts need not know which have noise. */
static int read_noise(const char *word, objective *o)
{
    char hint[128];
    if (word == NULL) return 0;
    for (size_t i = 0; noise_word(i, NULL) != NULL; i++)
        if (strcmp(word, noises[i].word) == 0) {
            o->noise = noises[i].kind;
            if (o->problem != NULL) return 0;
            return text_error(EXIT_USAGE,
                              "--noise %s: only built-in problems have noise of their "
                              "own; leave --noise out",
                              word);
        }
    nes_nearest(word, noise_word, NULL, "", "; there are own, reference and none", hint,
                sizeof hint);
    return text_error(EXIT_USAGE, "--noise '%s' is unknown%s", word, hint);
}

/* Options for code of the user's own, which may crash or hang. */
static int read_isolation(const objective_options *g, objective *o)
{
    const bool own_code = g->c != NULL || g->plugin != NULL;
    if (g->isolate && g->no_isolate)
        return text_error(EXIT_USAGE, "--isolate and --no-isolate are both given; give one");
    if (!own_code && (g->isolate || g->no_isolate))
        return text_error(EXIT_USAGE,
                          "--%s is for C source and plugins (--c, --plugin); leave it out",
                          g->isolate ? "isolate" : "no-isolate");
    if (g->cc_flags != NULL && g->c == NULL)
        return text_error(EXIT_USAGE, "--cc-flags is for compiling source (--c); leave it out");
    o->isolated = own_code && !g->no_isolate;
    if (!own_code || g->timeout == NULL) return 0;
    if (vector_parse_real("timeout", g->timeout, &o->timeout) != 0) return EXIT_USAGE;
    if (o->timeout <= 0)
        return text_error(EXIT_USAGE, "--timeout %s: must be above 0 seconds", g->timeout);
    if (o->isolated) return 0;
    return text_error(EXIT_USAGE, "--timeout ends a process; leave --no-isolate out");
}

int objective_open(const objective_options *g, objective *o, const char **name)
{
    const struct {
        const char *option, *text;
        objective_maker make;
    } kinds[] = {
        {"problem", g->problem, make_problem},
        {"expr", g->expr, objective_expr},
        {"c", g->c, NULL},
        {"plugin", g->plugin, objective_plugin},
    };
    size_t chosen = 0, given = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].text == NULL) continue;
        if (given++ > 0)
            return text_error(EXIT_USAGE, "--%s and --%s are both given; name one objective only",
                              kinds[chosen].option, kinds[i].option);
        chosen = i;
    }
    if (given == 0)
        return text_error(EXIT_USAGE, "no objective; give one of --problem ID, --expr FORMULA, "
                                      "--c FILE.c, --plugin FILE.so");
    size_t dim = 0;
    if (g->dim != NULL && vector_parse_count("dim", g->dim, &dim) != 0) return EXIT_USAGE;
    if (dim == 0 && kinds[chosen].make != make_problem)
        return text_error(EXIT_USAGE, "--%s needs --dim N, the number of variables",
                          kinds[chosen].option);
    char message[OBJECTIVE_MESSAGE_SIZE] = "";
    int status = g->c != NULL
                     ? objective_c(o, g->c, g->cc_flags, dim, message, sizeof message)
                     : kinds[chosen].make(o, kinds[chosen].text, dim, message, sizeof message);
    if (status != 0) return text_error(status, "%s", message);
    *name = kinds[chosen].text;
    status = read_isolation(g, o);
    return status == 0 ? read_noise(g->noise, o) : status;
}
