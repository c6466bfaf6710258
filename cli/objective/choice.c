/* SPDX-License-Identifier: MIT
 *
 * From the command line to an objective: which kind, its dimension, its maker. */
#include "objective/choice.h"

#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "base/vector.h"
#include "nes/settings.h"
#include "objective/program.h"

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

typedef struct kind {
    const char *option, *text;
    objective_maker make; /* null: another way */
} kind;

/* The kind of objective that the options name, into *chosen. Returns 0 or the exit status. */
static int choose(const objective_options *g, kind *chosen)
{
    const kind kinds[] = {
        {"--problem", g->problem, make_problem},
        {"--expr", g->expr, objective_expr},
        {"--c", g->c, NULL},
        {"--plugin", g->plugin, objective_plugin},
        {"the program behind \"--\"", g->command == NULL ? NULL : "", NULL},
    };
    *chosen = (kind){.option = NULL};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].text == NULL) continue;
        if (chosen->option != NULL)
            return text_error(EXIT_USAGE, "%s and %s are both given; name one objective only",
                              chosen->option, kinds[i].option);
        *chosen = kinds[i];
    }
    if (chosen->option != NULL) return 0;
    return text_error(EXIT_USAGE, "no objective; give one of --problem ID, --expr FORMULA, "
                                  "--c FILE.c, --plugin FILE.so, or a program: -- ./sim.py {x}");
}

/* Options that mean something for programs only. */
static int check_program_options(const objective_options *g)
{
    const struct {
        const char *name;
        bool given;
    } options[] = {
        {"worker", g->worker},
        {"worker-json", g->worker_json},
        {"template", g->templates != NULL},
        {"scratch", g->scratch},
        {"keep-scratch", g->keep_scratch != NULL},
        {"value-json", g->value_json != NULL},
        {"value-pattern", g->value_pattern != NULL},
        {"value-file", g->value_file != NULL},
        {"exit-codes", g->exit_codes != NULL},
    };
    for (size_t i = 0; g->command == NULL && i < sizeof options / sizeof *options; i++)
        if (options[i].given)
            return text_error(EXIT_USAGE,
                              "--%s is for programs, which are named at the end: -- ./sim.py {x}",
                              options[i].name);
    return 0;
}

static int make_program(objective *o, const objective_options *g, size_t dim, char *message,
                        size_t size)
{
    int status = objective_init(o, dim, message, size);
    if (status == 0) status = variables_open(&o->variables, dim, g->names);
    if (status == 0) status = program_open(&o->program, g, &o->variables, message, size);
    if (status != 0) objective_close(o);
    return status;
}

int objective_open(const objective_options *g, objective *o, const char **name)
{
    kind chosen;
    size_t dim = 0;
    char message[OBJECTIVE_MESSAGE_SIZE] = "";
    int status = choose(g, &chosen);
    if (status == 0) status = check_program_options(g);
    if (status == 0 && g->dim != NULL) status = vector_parse_count("dim", g->dim, &dim);
    if (status != 0) return status;
    if (dim == 0 && chosen.make != make_problem)
        return text_error(EXIT_USAGE, "%s needs --dim N, the number of variables", chosen.option);
    if (chosen.make != NULL)
        status = chosen.make(o, chosen.text, dim, message, sizeof message);
    else if (g->c != NULL)
        status = objective_c(o, g->c, g->cc_flags, dim, message, sizeof message);
    else
        status = make_program(o, g, dim, message, sizeof message);
    if (status == 0 && o->program == NULL) status = variables_open(&o->variables, o->dim, g->names);
    if (status != 0) return message[0] == '\0' ? status : text_error(status, "%s", message);
    *name = o->program == NULL ? chosen.text : g->command[0];
    status = read_isolation(g, o);
    return status == 0 ? read_noise(g->noise, o) : status;
}
