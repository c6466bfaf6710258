/* SPDX-License-Identifier: MIT
 *
 * What would be run; see session/dry_run.h. The point that is shown is the first one that would be
 * evaluated: a known one where there are any, else the first of the first generation. */
#include "session/dry_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/json_values.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "base/words.h"
#include "evaluate/launch.h"
#include "evaluate/threads.h"
#include "evaluate/worker_lines.h"
#include "report/kinds.h"
#include "report/report.h"
#include "session/facts.h"

enum { NUMBERS = 20, LINES = 12 };

/* What is shown besides the session's own settings. */
typedef struct preview {
    const session *s;
    report report;       /* of a run that has no values yet */
    const double *first; /* the first point; borrowed */
    uint64_t id;
} preview;

/* ---- how a program is called ---------------------------------------------------------------- */

/* The values that placeholders have; paths are not made yet, and stand for themselves. */
static placeholder_values values_of(const preview *p)
{
    return (placeholder_values){.dim = p->report.result.dim,
                                .x = p->first,
                                .scale = p->report.variables->scale,
                                .id = p->id,
                                .file = "{file}",
                                .dir = "{dir}",
                                .job = 1};
}

/* Fills in the arguments of the program, ended by null; to be freed. text: room for them. */
static char **first_arguments(const preview *p, buffer *text)
{
    const program *of = p->s->setup->objective.program;
    const size_t d = p->report.result.dim;
    const placeholder_values values = values_of(p);
    char **arguments = memory_zeros((of->n + 1) * (d + 1) + 1, sizeof *arguments);
    launch_arguments(of, &values, text, arguments);
    return arguments;
}

static void print_command(const preview *p)
{
    buffer text = {.text = NULL}, line = {.text = NULL};
    char **arguments = first_arguments(p, &text);
    for (size_t i = 0; arguments[i] != NULL; i++) {
        if (i > 0) buffer_print(&line, " ");
        words_quote(&line, arguments[i]);
    }
    report_put_row(p->s->setup->objective.program->worker ? "a worker" : "first command", &line);
    free(arguments);
    buffer_free(&text);
}

/* Prints the first lines of a template as the program would find it. */
static void print_template(const preview *p, const template_file *f)
{
    const placeholder_values values = values_of(p);
    buffer text = {.text = NULL};
    size_t n = 0;
    placeholder_fill(&f->text, &values, &text);
    report_print_row("template", "%s, filled in:", f->name);
    char *rest = text.n > 0 ? text.text : NULL, *line;
    while (n < LINES && (line = text_part(&rest, '\n')) != NULL && (*line != '\0' || rest != NULL))
        text_print(stdout, "%*s%u  %s\n", TEXT_COLUMN, "", (unsigned)++n, line);
    if (n == LINES && rest != NULL && *rest != '\0') printf("%*s...\n", TEXT_COLUMN, "");
    buffer_free(&text);
}

static void print_program(const preview *p)
{
    const program *of = p->s->setup->objective.program;
    buffer line = {.text = NULL};
    print_command(p);
    if (of->worker) {
        worker_lines_point(p->id, p->report.result.dim, p->first, p->report.variables,
                           of->worker_json, &line);
        line.text[--line.n] = '\0';
        report_put_row("its first line", &line);
        return;
    }
    if (of->scratch) text_row("runs in", "an empty folder of its own for every evaluation");
    for (size_t i = 0; i < of->templates.n; i++) print_template(p, &of->templates.files[i]);
}

static void print_first(const preview *p)
{
    buffer text = {.text = NULL};
    const size_t d = p->report.result.dim, shown = d <= NUMBERS ? d : NUMBERS;
    placeholder_numbers(p->first, shown, p->report.variables->scale, ' ', &text);
    if (shown < d) buffer_print(&text, " ... and %zu more", d - shown);
    report_put_row("first point", &text);
    if (p->s->setup->objective.program != NULL) print_program(p);
}

/* ---- settings, budget ------------------------------------------------------------------------ */

/* Whether an option has a row of its own in the table, or belongs to this program. */
static bool has_own_row(const nes_option *o)
{
    static const char *const own[] = {"method",   "seed",   "popsize",  "sigma", "max_evals",
                                      "max_time", "target", "maximize", "bits"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(o->name, own[i]) == 0) return true;
    return o->type == NES_TYPE_ARRAY || strcmp(o->section, "driver") == 0;
}

/* Whether the run uses an option: a value that it does not use is refused. */
static bool is_used(const preview *p, const nes_option *o, const char *value)
{
    char message[NES_MESSAGE_SIZE];
    const run_setup *setup = p->s->setup;
    nes_settings trial = setup->settings;
    if (trial.method == NULL || strcmp(trial.method, "auto") == 0)
        trial.method = p->report.result.method;
    trial.restarts = p->report.settings->restarts;
    return nes_set(&trial, o->name, value) == NES_OK &&
           nes_settings_check(&trial, setup->objective.dim, setup->x0, message, sizeof message) ==
               NES_OK;
}

/* Prints the options that are not what they are by themselves: those that were given, and those
 * that the method has. */
static void print_settings(const preview *p)
{
    nes_settings plain;
    char is[256], was[256];
    buffer text = {.text = NULL};
    double number;
    nes_settings_default(&plain);
    for (size_t i = 0; i < nes_option_count(); i++) {
        const nes_option *o = nes_option_at(i);
        if (has_own_row(o) || nes_get(&plain, o->name, was, sizeof was) != NES_OK ||
            nes_get(p->report.settings, o->name, is, sizeof is) != NES_OK || strcmp(is, was) == 0 ||
            !is_used(p, o, is))
            continue;
        buffer_print(&text, "%s%s=", text.n > 0 ? " " : "", o->name);
        if (o->type == NES_TYPE_REAL && vector_is_real(is, &number))
            buffer_print(&text, "%.6g", number);
        else
            buffer_print(&text, "%s", is);
    }
    report_put_row("settings", &text);
}

/* Appends a limit with a comma in front of all but the first. */
static void add_limit(buffer *text, double limit, const char *what)
{
    char number[TEXT_NUMBER_SIZE];
    if (isnan(limit) || limit == NES_OFF) return;
    buffer_print(text, "%s%s%s", text->n > 0 ? ", " : "", text_number(limit, number), what);
}

/* Prints the outputs and constraints as they were understood. */
static void print_outputs(const preview *p)
{
    const output_set *o = p->s->setup->objective.named;
    buffer names = {.text = NULL};
    if (o == NULL) return;
    for (size_t i = 0; i < o->names.n; i++)
        buffer_print(&names, "%s%s", i > 0 ? ", " : "", o->names.name[i]);
    if (o->value != NULL && o->aim != NULL) text_row("value", o->aim);
    report_put_row("outputs", &names);
    for (size_t i = 0; i < o->constraints.n; i++)
        text_row(i == 0 ? "constraints" : "", o->constraints.v[i].text);
    if (p->s->setup->spares)
        text_row("evaluated", "points that satisfy the constraints of variables alone");
}

static void print_limits(const preview *p)
{
    const session *s = p->s;
    const nes_settings *o = &s->setup->settings;
    buffer text = {.text = NULL};
    add_limit(&text, o->max_evals > 0 ? (double)o->max_evals : NAN,
              o->max_evals == 1 ? " evaluation" : " evaluations");
    add_limit(&text, o->max_time, " seconds");
    add_limit(&text, s->setup->noisy ? s->setup->exact_target : o->target, " as the target");
    if (text.n == 0) buffer_print(&text, "none given: the run ends by itself");
    report_put_row("limits", &text);
    if (s->known.n > 0)
        report_print_row("known points", "%zu, evaluated first (%s%s%s)", s->known.n,
                         s->options->inject != NULL ? "--inject " : "",
                         s->options->inject != NULL ? s->options->inject : "",
                         s->options->design == NULL   ? ""
                         : s->options->inject != NULL ? " and --design"
                                                      : "--design");
    if (s->given.n > 0)
        report_print_row("results", "%zu, known already (--known %s)", s->given.n,
                         s->options->known);
}

static void print_table(const preview *p)
{
    const session *s = p->s;
    const report *r = &p->report;
    char method[128];
    text_print(stdout,
               "dry run: nothing was evaluated, nothing was written\n%s %s, dimension %zu\n",
               r->settings->maximize ? "maximise" : "minimise", r->name, r->result.dim);
    if (r->choice[0] == '\0')
        text_row("method", report_method(r, method, sizeof method));
    else
        report_print_row("method", "auto chose %s", r->choice);
    report_print_row("population", "%" PRIu64, r->popsize);
    report_print_row("seed", "%" PRIu64, r->result.seed);
    print_settings(p);
    print_outputs(p);
    print_limits(p);
    if (!s->setup->objective.by_hand)
        report_print_row("jobs", "%zu", threads_count(s->setup->settings.jobs));
    text_row("folder", s->options->out != NULL ? s->options->out
                                               : "none: nothing is kept; --out DIR keeps the run");
    dry_run_variables(&p->report);
    print_first(p);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static cJSON *json_command(const preview *p)
{
    if (p->s->setup->objective.program == NULL) return cJSON_CreateNull();
    cJSON *list = cJSON_CreateArray();
    buffer text = {.text = NULL};
    char **arguments = first_arguments(p, &text);
    for (size_t i = 0; arguments[i] != NULL; i++) json_append(list, json_from_string(arguments[i]));
    free(arguments);
    buffer_free(&text);
    return list;
}

static void print_json(const preview *p)
{
    const report *r = &p->report;
    const session *s = p->s;
    const uint64_t most = s->setup->settings.max_evals;
    cJSON *object = cJSON_CreateObject();
    const json_field fields[] = {
        {"dry_run", cJSON_CreateTrue()},
        {"objective", json_from_string(r->name)},
        {"dim", json_from_count(r->result.dim)},
        {"names", variables_json(r->variables, r->result.dim)},
        {"method", json_from_string(r->result.method)},
        {"choice", r->choice[0] == '\0' ? cJSON_CreateNull() : json_from_string(r->choice)},
        {"popsize", json_from_count(r->popsize)},
        {"seed", json_from_count(r->result.seed)},
        {"max_evals", most > 0 ? json_from_count(most) : cJSON_CreateNull()},
        {"mean_x", json_from_reals(r->result.mean_x, r->result.dim)},
        {"std_x", json_from_reals(r->result.std_x, r->result.dim)},
        {"first_x", variables_point_json(r->variables, p->first)},
        {"command", json_command(p)},
        {"folder", json_from_string(s->options->out)},
        {"settings", facts_settings_json(s->opt)},
    };
    json_add_fields(object, fields, sizeof fields / sizeof *fields);
    json_print(object);
}

/* ---- all of it ------------------------------------------------------------------------------ */

int dry_run(session *s)
{
    const run_setup *setup = s->setup;
    nes_points points;
    int status = session_check(s);
    if (status == 0 && s->options->out != NULL) status = store_check_new(s->options->out);
    if (status != 0) return status;
    preview p = {.s = s, .report = {.name = setup->name, .variables = &setup->objective.variables}};
    if (nes_ask(s->opt, &points) != NES_OK)
        return text_error(EXIT_USAGE, "%s", nes_message(s->opt));
    double *first = memory_zeros(setup->objective.dim, sizeof *first);
    if (s->known.n > 0)
        memcpy(first, s->known.x, setup->objective.dim * sizeof *first);
    else
        variables_show(p.report.variables, points.x, first);
    p.first = first;
    p.id = s->known.n > 0 ? 1 : points.id[0];
    report_read(&p.report, s->opt, false);
    (s->options->json ? print_json : print_table)(&p);
    report_free(&p.report);
    free(first);
    return EXIT_OK;
}
