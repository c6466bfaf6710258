/* SPDX-License-Identifier: MIT
 *
 * From the command line to an objective: which kind, its dimension, its maker. */
#include "objective/choice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "nes/by_name.h"
#include "objective/program.h"
#include "options/args.h"

enum { LOADING_SECONDS = 60 }; /* seconds for loading a library without --timeout */

/* Makes the objective that the options name, in variables v. given: how many outputs it is to give.
 * Returns 0, or the exit status with the error printed and nothing to close. */
typedef int (*objective_maker)(objective *o, const objective_options *g, const variables *v,
                               size_t given);

/* Whether the id of a problem has its dimension, or a size that the dimension follows from: a part
 * such as d10 or n13. */
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
static int make_problem(objective *o, const objective_options *g, const variables *v, size_t given)
{
    (void)given;
    char full[256];
    if (v->n == 0 || has_size(g->problem))
        snprintf(full, sizeof full, "%s", g->problem);
    else
        snprintf(full, sizeof full, "%s_d%zu", g->problem, v->n);
    const int status = objective_problem(o, full);
    if (status != 0 || v->n == 0 || o->dim == v->n) return status;
    text_error(0, "--dim %zu: the problem %s has dimension %zu; leave --dim out", v->n, g->problem,
               o->dim);
    objective_close(o);
    return EXIT_USAGE;
}

static int make_expr(objective *o, const objective_options *g, const variables *v, size_t given)
{
    (void)given;
    return objective_formula(o, g->expr, v);
}

/* How long a library may take to be loaded; 0 for one that is not isolated, which is trusted. */
static library_patience patience(const objective_options *g)
{
    library_patience p = {.option = "--timeout"};
    if (g->no_isolate) return p;
    time_limit limit;
    p.seconds = time_limit_read(&limit, g->timeout) == 0 ? limit.seconds : 0;
    if (p.seconds == 0) p.seconds = LOADING_SECONDS;
    return p;
}

static int make_c(objective *o, const objective_options *g, const variables *v, size_t given)
{
    const library_wish wish = {v->n, given, patience(g)};
    return objective_c(o, g->c, g->cc_flags, &wish);
}

static int make_plugin(objective *o, const objective_options *g, const variables *v, size_t given)
{
    const library_wish wish = {v->n, given, patience(g)};
    return objective_plugin(o, g->plugin, &wish);
}

static int make_outputs(objective *o, const objective_options *g, const variables *v, size_t given)
{
    (void)g, (void)given;
    return objective_outputs(o, v->n);
}

static int make_program(objective *o, const objective_options *g, const variables *v, size_t given)
{
    (void)given;
    const int status = objective_init(o, v->n);
    return status == 0 ? program_open(&o->program, g, v) : status;
}

static int make_by_hand(objective *o, const objective_options *g, const variables *v, size_t given)
{
    (void)given;
    (void)g;
    const int status = objective_init(o, v->n);
    o->by_hand = true;
    return status;
}

/* Reads --noise. Every problem takes every word, so that scripts need not know which problems have
 * noise. */
static int read_noise(const char *word, objective *o)
{
    static const char *const words[] = {"own", "reference", "none"};
    static const nes_noise_kind kinds[] = {NES_NOISE_OWN, NES_NOISE_REFERENCE, NES_NOISE_NONE};
    enum { WORDS = sizeof words / sizeof *words };
    if (word == NULL) return 0;
    const size_t i = args_word("noise", word, words, WORDS);
    if (i == WORDS) return EXIT_USAGE;
    o->noise = kinds[i];
    if (o->problem != NULL) return 0;
    return text_error(EXIT_USAGE,
                      "--noise %s: only built-in problems have noise of their own; leave --noise "
                      "out",
                      word);
}

/* Reads the options for code of the user's own, which may crash or hang. */
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
    if (!own_code || g->timeout == NULL || o->isolated) return 0;
    return text_error(EXIT_USAGE, "--timeout ends a process; leave --no-isolate out");
}

/* A kind of objective. */
typedef struct kind {
    const char *option; /* the option that names this kind, as errors call it */
    const char *text;   /* what the user calls the objective; null: this kind was not given */
    objective_maker make;
} kind;

/* Finds the one kind that was given; otherwise: the kind where there is no other, which may be not
 * given either. */
static int choose(const kind *kinds, size_t n, const kind *otherwise, const kind **chosen)
{
    *chosen = NULL;
    for (size_t i = 0; i < n; i++) {
        if (kinds[i].text == NULL) continue;
        if (*chosen != NULL)
            return text_error(EXIT_USAGE, "%s and %s are both given; name one objective only",
                              (*chosen)->option, kinds[i].option);
        *chosen = &kinds[i];
    }
    if (*chosen == NULL && otherwise->text != NULL) *chosen = otherwise;
    if (*chosen != NULL) return 0;
    return text_error(
        EXIT_USAGE, "no objective; give one of --problem ID, --expr FORMULA, --c FILE.c, --plugin "
                    "FILE.so, or a program behind two dashes: -- ./program {x}");
}

static int open_variables(variables *v, size_t dim, const objective_options *g)
{
    const int status = variables_open(v, dim, g->names);
    return status == 0 ? variables_open_scales(v, &g->scales) : status;
}

/* ---- outputs -------------------------------------------------------------------------------- */

static bool has_outputs(const outputs_options *g)
{
    return g->list.n > 0 || g->minimise != NULL || g->constraint != NULL;
}

/* Refuses places of outputs where this kind of objective has none. */
static int check_places(const output_set *o, const kind *k)
{
    const bool is_formula = k->make == make_expr || k->make == make_outputs;
    const bool none = is_formula || k->make == make_problem;
    for (size_t i = 0; i < o->names.n; i++) {
        const output_rule *r = &o->rule[i];
        const char *name = o->names.name[i];
        if (r->text != NULL) continue;
        if (none)
            return text_error(EXIT_USAGE,
                              "--output %s: nothing gives it, with %s; write a formula: --output "
                              "%s=expr:FORMULA",
                              name, k->option, name);
        if (r->searched && k->make != make_program)
            return text_error(EXIT_USAGE,
                              "--output %s: patterns, JSON and files are for programs; with %s "
                              "give the names alone, as in --output mass,stress",
                              name, k->option);
    }
    return 0;
}

/* Refuses outputs of which it is not said which is the value. */
static int check_value(const output_set *o, const kind *k, const outputs_options *g)
{
    const bool library = k->make == make_c || k->make == make_plugin;
    if (g->minimise != NULL && (k->make == make_expr || k->make == make_problem))
        return text_error(EXIT_USAGE,
                          "%s and --minimise both say what is minimised; leave one of "
                          "them out",
                          k->option);
    if (g->minimise != NULL || o->given == 0) return 0;
    if (k->make == make_by_hand || (!library && o->on_line == 0)) return 0;
    return text_error(EXIT_USAGE,
                      "--output names numbers, but nothing says which of them to minimise; add "
                      "--minimise %s, or another formula",
                      o->names.name[0]);
}

static int open_outputs(output_set *o, const kind *k, const objective_options *g)
{
    const bool wrote = g->worker || g->worker_json || g->value_file != NULL;
    int status = outputs_open(o, &g->outputs, wrote ? "wrote" : "printed");
    if (status == 0) status = check_places(o, k);
    return status == 0 ? check_value(o, k, &g->outputs) : status;
}

/* Makes the objective with its variables, which may be known by it alone, and its outputs. */
static int make_with(objective *o, const kind *k, const objective_options *g, const variables *v,
                     output_set *named)
{
    int status = open_outputs(named, k, g);
    if (status == 0) status = k->make(o, g, v, named->given);
    if (status != 0) return status;
    const variables plain = {.n = o->dim}, *of = v->n > 0 ? v : &plain;
    named->own = o->constraints;
    status = outputs_read_formulas(named, &g->outputs, of, k->make != make_expr);
    if (status == 0 && o->program != NULL) status = program_take_outputs(o->program, named);
    if (status != 0) objective_close(o);
    return status;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int make_plainly(objective *o, const kind *k, const objective_options *g, const variables *v)
{
    return k->make(o, g, v, 0);
}

static int make_named(objective *o, const kind *k, const objective_options *g, const variables *v)
{
    output_set *named = memory_zeros(1, sizeof *named);
    const int status = make_with(o, k, g, v, named);
    if (status != 0) {
        outputs_close(named);
        free(named);
        return status;
    }
    o->named = named;
    o->constraints = outputs_constraints(named);
    o->outputs = o->constraints + outputs_count(named);
    return 0;
}

/* Makes the objective and its variables. dim 0: a problem says how many variables there are. */
static int make(objective *o, const kind *k, const objective_options *g, size_t dim)
{
    variables v = {.n = dim};
    int status = dim == 0 ? 0 : open_variables(&v, dim, g);
    if (status == 0) status = (has_outputs(&g->outputs) ? make_named : make_plainly)(o, k, g, &v);
    if (status != 0) {
        variables_close(&v);
        return status;
    }
    o->variables = v;
    return dim == 0 ? open_variables(&o->variables, o->dim, g) : 0;
}

int objective_open(const objective_options *g, objective *o, const char **name)
{
    const char *command = g->command == NULL ? NULL : g->command[0];
    const kind kinds[] = {
        {"--problem", g->problem, make_problem},
        {"--expr", g->expr, make_expr},
        {"--c", g->c, make_c},
        {"--plugin", g->plugin, make_plugin},
        {"the program behind --", g->command != NULL && command == NULL ? "" : command,
         make_program},
        {"--by-hand", g->by_hand ? "by hand" : NULL, make_by_hand},
    };
    const kind alone = {"--minimise", g->outputs.minimise, make_outputs}, *chosen;
    size_t dim = 0;
    time_limit limit;
    int status = choose(kinds, sizeof kinds / sizeof *kinds, &alone, &chosen);
    if (status == 0 && g->command == NULL) status = program_check_options(g);
    if (status == 0) status = time_limit_read(&limit, g->timeout); /* before anything is made */
    if (status != 0) return status;
    if (g->dim != NULL && vector_parse_count("dim", g->dim, &dim) != 0) return EXIT_USAGE;
    if (dim == 0 && g->names != NULL) dim = variables_count(g->names);
    if (dim == 0 && chosen->make != make_problem)
        return text_error(EXIT_USAGE, "%s needs --dim N, the number of variables, or their --names",
                          chosen->option);
    status = make(o, chosen, g, dim);
    if (status == 0) o->limit = limit;
    *name = chosen->text;
    if (status == 0) status = read_isolation(g, o);
    return status == 0 ? read_noise(g->noise, o) : status;
}
