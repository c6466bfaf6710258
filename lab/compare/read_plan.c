/* SPDX-License-Identifier: MIT
 *
 * From the command line of `nes compare` to a plan; see compare/compare_plan.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/order.h"
#include "base/text.h"
#include "base/vector.h"
#include "compare/compare_plan.h"
#include "evaluate/threads.h"

static const double BUDGET = 1000;    /* evaluations per dimension, as for a bench */
static const double PRECISION = 1e-8; /* COCO's final target */
static const size_t RUNS = 25;

/* ---- problems ------------------------------------------------------------------------------- */

static int add_problem(compare_plan *p, const char *id, const char *title, const objective *o)
{
    for (size_t i = 0; i < p->n_problems; i++)
        if (strcmp(p->problems[i].id, id) == 0)
            return text_error(EXIT_USAGE, "--problems: %s is there twice", id);
    p->problems = memory_resize(p->problems, p->n_problems + 1, sizeof *p->problems);
    p->problems[p->n_problems++] = (compare_problem){memory_text(id), memory_text(title), o->dim,
                                                     compare_plan_sign(p) * o->optimum};
    return 0;
}

/* A problem is made only to learn its full id, dimension and optimum. */
static int read_problem(compare_plan *p, const char *id)
{
    objective_options o = p->run.objective;
    objective made = {.record = NULL};
    const char *name;
    o.problem = id;
    if (o.outputs.list.n > 0 || o.outputs.minimise != NULL || o.outputs.constraint != NULL)
        return text_error(EXIT_USAGE,
                          "--output, --minimise and --constraint are for an objective of "
                          "your own; leave them out with --problems");
    int status = objective_open(&o, &made, &name);
    if (status == 0) {
        const char *full = nes_problem_id(made.problem);
        status = add_problem(p, full, full, &made);
        objective_close(&made);
    }
    return status;
}

static int read_problems(compare_plan *p, const char *text)
{
    id_list ids;
    int status = id_list_parse(text, &ids);
    for (size_t i = 0; i < ids.n && status == 0; i++) status = read_problem(p, ids.v[i]);
    id_list_free(&ids);
    return status;
}

static int read_own(compare_plan *p, const char *optimum)
{
    const char *name;
    objective made = {.record = NULL};
    int status = objective_open(&p->run.objective, &made, &name);
    if (status != 0) return status;
    p->own = made;
    const objective_options *g = &p->run.objective;
    if (made.limit.factor > 0)
        status = text_error(EXIT_USAGE,
                            "--timeout '%s': in a comparison all runs have the same "
                            "limit; give --timeout SECONDS",
                            g->timeout);
    p->own.isolated = g->isolate || (made.isolated && g->timeout != NULL);
    if (optimum != NULL) status = vector_parse_real("optimum", optimum, &p->own.optimum);
    return status == 0 ? add_problem(p, "objective", name, &p->own) : status;
}

static int read_objectives(compare_plan *p, const compare_options *o)
{
    const objective_options *own = &p->run.objective;
    const bool has_own = own->expr != NULL || own->c != NULL || own->plugin != NULL ||
                         own->command != NULL || own->outputs.minimise != NULL;
    if (own->by_hand)
        return text_error(EXIT_USAGE, "--by-hand: nobody can measure the values of a comparison; "
                                      "give an objective that nes can evaluate");
    if (p->run.law.density != NULL || p->run.law.radial != NULL)
        return text_error(EXIT_USAGE, "--density and --radial are not for a comparison; leave them "
                                      "out, or compare runs of `nes run` with several seeds");
    if (o->problems == NULL && !has_own)
        return text_error(
            EXIT_USAGE, "nothing to compare on; give --problems LIST (`nes list problems`), or an "
                        "objective of your own: a problem file, --expr, --c, --plugin, or a "
                        "program behind two dashes: -- ./sim.py {x}");
    if (o->problems != NULL && has_own)
        return text_error(EXIT_USAGE, "--problems and an objective of your own are both given; "
                                      "compare on one of them at a time");
    if (has_own) return read_own(p, o->optimum);
    if (o->optimum != NULL)
        return text_error(EXIT_USAGE, "--optimum %s: built-in problems know theirs; leave it out",
                          o->optimum);
    if (p->common.maximize)
        return text_error(EXIT_USAGE, "--maximize: the built-in problems are to be minimised");
    return read_problems(p, o->problems);
}

/* ---- numbers -------------------------------------------------------------------------------- */

static int read_budget(compare_plan *p, const compare_options *o)
{
    const bool has_evaluations = p->common.max_evals > 0;
    if (o->budget != NULL && has_evaluations)
        return text_error(EXIT_USAGE, "--budget and --max-evals both say how long a run is; give "
                                      "one of them");
    p->budget = has_evaluations ? NAN : BUDGET;
    if (o->budget == NULL) return 0;
    const int status = vector_parse_real("budget", o->budget, &p->budget);
    if (status != 0) return status;
    if (p->budget >= 1 && p->budget <= 0x1p40) return 0;
    return text_error(EXIT_USAGE, "--budget %s: must be from 1 to 2^40 evaluations per dimension",
                      o->budget);
}

static int descending(const void *a, const void *b)
{
    return order_reals(b, a);
}

static int read_targets(compare_plan *p, const char *text)
{
    const char *bad;
    if (text == NULL) return 0;
    p->n_targets = vector_scan(text, NULL, 0, &bad);
    const int status = vector_parse("targets", text, 0, 0, &p->targets);
    if (status != 0) return status;
    qsort(p->targets, p->n_targets, sizeof *p->targets, descending);
    for (size_t i = 0; i < p->n_targets; i++) {
        if (!(p->targets[i] > 0) || isinf(p->targets[i]))
            return text_error(EXIT_USAGE,
                              "--targets %s: these are distances to the optimum, which are "
                              "greater than 0",
                              text);
        if (i > 0 && p->targets[i] == p->targets[i - 1])
            return text_error(EXIT_USAGE, "--targets %s: %g is there twice", text, p->targets[i]);
    }
    return 0;
}

/* Runs go on as long as there is a target left to reach. */
static int read_precision(compare_plan *p, const char *text)
{
    const double last = p->n_targets > 0 ? p->targets[p->n_targets - 1] : PRECISION;
    p->precision = fmin(last, PRECISION);
    if (text == NULL) return 0;
    const int status = vector_parse_real("precision", text, &p->precision);
    if (status != 0) return status;
    if (!(p->precision > 0))
        return text_error(EXIT_USAGE, "--precision %s: must be greater than 0", text);
    if (p->n_targets > 0 && p->precision > last)
        return text_error(EXIT_USAGE,
                          "--precision %s: runs would end there, before the target %g; lower it or "
                          "leave it out",
                          text, last);
    for (size_t i = 0; i < p->n_problems; i++)
        if (!isnan(p->problems[i].optimum)) return 0;
    return text_error(EXIT_USAGE,
                      "--precision %s: the optimum is not known; give it by --optimum, or the "
                      "value to reach by --target",
                      text);
}

static int read_target(compare_plan *p, const compare_options *o, const nes_settings *settings)
{
    nes_settings initial;
    nes_settings_default(&initial);
    p->target = NAN;
    if (settings->target == initial.target) return 0;
    p->common.target = initial.target; /* the comparison itself watches the target */
    p->target = compare_plan_sign(p) * settings->target;
    if (o->problems != NULL)
        return text_error(EXIT_USAGE,
                          "--target: the optimal value differs from problem to problem; "
                          "give --precision, the distance to it");
    if (o->optimum == NULL && o->targets == NULL && o->run.precision == NULL) return 0;
    return text_error(EXIT_USAGE,
                      "--target is the value to reach; leave out --optimum, --precision "
                      "and --targets, which are about the distance to the optimum");
}

static int read_counts(compare_plan *p, const compare_options *o)
{
    int status = 0;
    p->runs = RUNS;
    p->jobs = threads_count(p->common.jobs > 1 ? p->common.jobs : 0);
    if (o->runs != NULL) status = vector_parse_count("runs", o->runs, &p->runs);
    if (status == 0 && o->jobs != NULL && strcmp(o->jobs, "0") != 0)
        status = vector_parse_count("jobs", o->jobs, &p->jobs);
    if (status != 0) return status;
    if ((double)p->runs * (double)p->n_problems * (double)p->methods.n > 1e7)
        return text_error(EXIT_USAGE, "more than 1e7 runs; shorten a list or lower --runs");
    return 0;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int read_methods(compare_plan *p, const char *text)
{
    char method[64], usual[64];
    nes_settings initial;
    nes_settings_default(&initial);
    nes_get(&p->common, "method", method, sizeof method);
    nes_get(&initial, "method", usual, sizeof usual);
    if (strcmp(method, usual) != 0)
        return text_error(EXIT_USAGE, "--method %s: give the methods to compare by --methods",
                          method);
    if (p->common.max_time != initial.max_time)
        return text_error(EXIT_USAGE, "--max-time: results would depend on the machine; limit the "
                                      "runs by --budget or --max-evals");
    if (text == NULL)
        return text_error(EXIT_USAGE, "no methods; give --methods LIST, such as --methods "
                                      "xnes,snes,auto (`nes list methods`)");
    return method_list_parse(text, &p->common, &p->methods);
}

static int check_cells(const compare_plan *p)
{
    for (size_t i = 0; i < p->n_problems; i++)
        for (size_t k = 0; k < p->methods.n; k++) {
            run_setup s;
            const int status = compare_plan_setup(p, k, i, &s);
            run_setup_close(&s);
            if (status != 0)
                return text_error(status, "this was method %s on %s", p->methods.v[k].text,
                                  p->problems[i].title);
        }
    return 0;
}

static int read_out(compare_plan *p, const char *text)
{
    p->out = memory_text(text == NULL ? "compare" : text);
    for (size_t n = strlen(p->out); n > 1 && p->out[n - 1] == '/';) p->out[--n] = '\0';
    return p->out[0] != '\0' ? 0 : text_error(EXIT_USAGE, "--out: no name for the folder");
}

int compare_plan_open(compare_plan *p, const compare_options *o, const nes_settings *settings)
{
    *p = (compare_plan){.run = o->run, .common = *settings};
    p->run.precision = NULL; /* the comparison itself watches the precision, without noise */
    run_setup_noisy(&p->common, &p->run.objective);
    int status = read_target(p, o, settings);
    if (status == 0) status = read_methods(p, o->methods);
    if (status == 0) status = read_objectives(p, o);
    if (status == 0) status = read_budget(p, o);
    if (status == 0) status = read_targets(p, o->targets);
    if (status == 0) status = read_precision(p, o->run.precision);
    if (status == 0) status = read_counts(p, o);
    if (status == 0) status = read_out(p, o->out);
    return status == 0 ? check_cells(p) : status;
}
